// The runner rests in the end, and may do so early.
[AF](tired == 1)
[EF](tired == 1 && [AG](left == 0))
[AG](left > 0)
