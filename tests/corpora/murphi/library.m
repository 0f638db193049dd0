-- A library lends copies of one book to its readers, who queue for it.
Const
  ReaderCount: 3;
  CopyCount: 2;

Type
  Reader: Scalarset(ReaderCount);
  Place: 0..ReaderCount-1;
  Status: Enum { away, waits, reads };
  Queue: Record
    Count: 0..ReaderCount;
    Names: Array [Place] Of Reader;
  End;

Var
  status: Array [Reader] Of Status;
  free: 0..CopyCount;
  queue: Queue;

Procedure Enter(r: Reader);
Begin
  If queue.Count = ReaderCount Then
    Error "the queue is full";
  End;
  queue.Names[queue.Count] := r;
  queue.Count := queue.Count + 1;
End;

Procedure Leave();
Begin
  For p: Place Do
    If p + 1 < queue.Count Then
      queue.Names[p] := queue.Names[p + 1];
    End;
  End;
  Undefine queue.Names[queue.Count - 1];
  queue.Count := queue.Count - 1;
End;

Function First(): Reader;
Begin
  Return queue.Names[0];
End;

Ruleset r: Reader Do
  Rule "ask" status[r] = away ==>
    Enter(r);
    status[r] := waits;
  End;

  Rule "lend" queue.Count > 0 & free > 0 & First() = r ==>
    Assert status[r] = waits "who is in the queue waits";
    Leave();
    status[r] := reads;
    free := free - 1;
  End;

  Rule "return" status[r] = reads ==>
    status[r] := away;
    free := free + 1;
  End;
End;

Startstate
  For r: Reader Do status[r] := away; End;
  free := CopyCount;
  queue.Count := 0;
  Undefine queue.Names;
End;

Invariant "never more readers than copies"
  Forall a: Reader Do Forall b: Reader Do Forall c: Reader Do
    a != b & b != c & a != c -> !(status[a] = reads & status[b] = reads & status[c] = reads)
  End End End;
