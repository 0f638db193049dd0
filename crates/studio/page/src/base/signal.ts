/** A value that tells when it changes: all the reactivity that the page has. */
export class Signal<T> {
  private readers = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    this.current = value;
    for (const reader of [...this.readers]) reader(value);
  }

  /** Calls the reader at once and whenever the value is set; the result ends that. */
  watch(reader: (value: T) => void): () => void {
    this.readers.add(reader);
    reader(this.current);
    return () => this.readers.delete(reader);
  }

  /** Calls the reader when the value is set from now on. */
  changes(reader: (value: T) => void): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }
}
