/** 2^(2^i) for i = 0 … 9, and the inverses: exact in binary, so scaling by them does not round. */
export const POWERS_OF_TWO: readonly number[] = [2, 4, 16, 256, 65536, 4294967296, 18446744073709551616, 3.402823669209385e38, 1.157920892373162e77, 1.3407807929942597e154]
export const INVERSE_POWERS_OF_TWO: readonly number[] = [0.5, 0.25, 0.0625, 0.00390625, 0.0000152587890625, 2.3283064365386963e-10, 5.421010862427522e-20, 2.938735877055719e-39, 8.636168555094445e-78, 7.458340731200207e-155]

/** ln 2 in two parts; the first has 32 trailing zero bits, so `k * LN2_HIGH` is exact for |k| < 2^20. */
export const LN2_HIGH = 0.6931471803691238
export const LN2_LOW = 1.9082149292705877e-10
