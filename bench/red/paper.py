"""What the paper reports: seconds and kilobytes of Red, and the best of the options of SMC and Murphi, by table.

F. Wang, K. Schmidt, F. Yu, G.-D. Huang, B.-Y. Wang: BDD-based safety-analysis of concurrent software with pointer data
structures using graph automorphism symmetry reduction, IEEE Transactions on Software Engineering 30, 2004; Pentium 4, 2.1 GHz,
256 MB. "time" is out of time, "memory" out of memory, "error" an internal error; sizes that are missing were not available.
"""
TABLE = {"mcs": 2, "leader": 3, "cycle": 4, "buffer": 5, "readers_writers": 6, "region": 7}


def row(first, *values):
    return dict(enumerate(values, first))


# Red with symmetry (-fSp), seconds.
RED_BOTH = {
    "mcs": row(3, 0.30, 2.14, 11.41, 64.43, 461.71, 2933.40, 15137.08, 71676.51),
    "leader": row(3, 0.01, 0.01, 0.02, 0.01, 0.02, 0.02, 0.04, 0.05),
    "cycle": row(3, 0.03, 0.11, 0.30, 0.66, 1.42, 2.80, 5.20, 9.23),
    "buffer": row(3, 1.84, 6.93, 26.48, 65.62, 254.07, 417.63, 1059.98, 1538.85, 3151.59, 4321.84, 7777.07),
    "readers_writers": row(3, 1.25, 2.90, 23.73, 42.71, 276.57, 440.48, 1898.16, 2547.08, 7696.00, 9732.03, 23941.32),
    "region": row(3, 40.14, 751.14, 5428.41, 23197.71, 75229.25),
}
# Red without symmetry (-f), seconds. Inactive variables are always eliminated there.
RED_PLAIN = {
    "mcs": row(3, 3.37, 47.77, 1095.77, 16393.27, "memory"),
    "leader": row(3, 0.04, 0.06, 0.22, 1.20, 10.11, 94.60, 1055.34, "memory"),
    "cycle": row(3, 0.07, 0.26, 0.91, 5.00, 56.79, "memory"),
    "buffer": row(3, 4.22, 31.15, 246.43, 1451.21, 5622.91, 19924.80, 68785.24, "memory"),
    "readers_writers": row(3, 3.99, 15.11, 250.41, 1034.94, 8187.32, 21179.90, 106175.88, "memory"),
    "region": row(3, 142.34, 4640.21, 66400.22, "memory"),
}
# SMC, the fastest of the options for each size, seconds.
SMC = {
    "mcs": row(3, 596.4, "time"),
    "leader": row(3, 0.2, 0.2, 0.3, 0.7, 4.8, 62.7, 591.0),
    "cycle": row(3, "time"),
    "buffer": row(3, 0, 2, 18, 201, "memory"),
    "readers_writers": row(3, 0, 1, 26, 219, "memory"),
    "region": row(3, "time"),
}
# Murphi 3.1, the fastest of the options for each size, seconds with compilation.
MURPHI = {
    "mcs": row(3, 2.77, 25.30, "error"),
    "leader": row(3, 2.68, 2.37, 2.49, 3.57, 41.86, "error"),
    "cycle": row(3, 2.53, 2.60, 2.37, 2.37, 3.22, 11.97, "error"),
    "buffer": row(3, 3.09, 3.00, 3.32, 5.53, 20.02, 140.57, "error"),
    "readers_writers": row(3, 3.20, 2.96, 3.57, 5.17, 42.17, 274.04, "error"),
    "region": row(3, 3.97, 6.75, 46.00, "error"),
}
