export const bands: readonly string[] = '0_1 0_2 0_3 0_4 0_5 0_6 0_7 0_8 0_9 1 1_5 2 4 6 8 10'.split(' ')

/** Widths of the bands in thousandths of a percent of the best price; integers make comparisons exact. */
export const bandWidths: readonly number[] = bands.map(band => Math.round(Number(band.replace('_', '.')) * 1_000))

export const wholePrice = 100_000
