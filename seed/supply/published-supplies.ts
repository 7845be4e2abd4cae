import { powerOfTwo } from '../../src/market/numbers/portable-math.ts'
import { day } from '../../src/market/time.ts'
import { entriesOf, yearsOf } from '../table-text.ts'

export interface Knot {
  time: number
  supply: number
}

/**
 * Circulating supplies at the ends of years, about as they were published: first the year, then one supply for each year until 2024,
 * or until its code ended.
 */
const circulating = yearsOf(`
  eth  2014 7.2e7 7.59e7 8.75e7 9.67e7 1.042e8 1.091e8 1.141e8 1.19e8 1.205e8 1.202e8 1.205e8
  xrp  2013 7.8e9 3.1e10 3.35e10 3.63e10 3.87e10 4.09e10 4.33e10 4.54e10 4.75e10 5.03e10 5.42e10 5.74e10
  bnb  2016 1e8 9.9e7 1.31e8 1.555e8 1.444e8 1.668e8 1.6e8 1.517e8 1.44e8
  sol  2019 8e6 4.65e7 3.09e8 3.68e8 4.31e8 4.83e8
  doge 2013 2e10 9.78e10 1.025e11 1.075e11 1.125e11 1.176e11 1.227e11 1.278e11 1.327e11 1.371e11 1.426e11 1.475e11
  ada  2017 2.593e10 2.593e10 2.593e10 3.11e10 3.35e10 3.45e10 3.54e10 3.515e10
  trx  2017 6.57e10 6.62e10 6.67e10 7.17e10 1.019e11 9.2e10 8.83e10 8.62e10
  link 2017 3.5e8 3.5e8 3.5e8 3.99e8 4.67e8 5.08e8 5.68e8 6.38e8
  xlm  2014 2.4e9 4.84e9 6.9e9 1.785e10 1.916e10 2.005e10 2.19e10 2.474e10 2.61e10 2.83e10 3.035e10
  avax 2020 7.69e7 2.436e8 3.116e8 3.666e8 4.1e8
  dot  2020 8.96e8 9.88e8 1.152e9 1.265e9 1.536e9
  sui  2023 1.1e9 3.01e9
  near 2020 1.97e8 6.01e8 8.44e8 1.005e9 1.169e9
  atom 2019 1.907e8 2.081e8 2.262e8 2.864e8 3.82e8 3.91e8
  uni  2020 2.69e8 6.27e8 7.62e8 5.98e8 6e8
  aave 2020 1.204e7 1.347e7 1.409e7 1.47e7 1.504e7
  mkr  2017 6.18e5 7.28e5 1e6 9.97e5 9.87e5 9.78e5 9.2e5 8.92e5
  etc  2016 8.73e7 9.87e7 1.071e8 1.163e8 1.22e8 1.32e8 1.387e8 1.449e8 1.502e8
  dash 2013 0 5e6 6.1e6 7e6 7.78e6 8.53e6 9.25e6 9.9e6 1.051e7 1.108e7 1.165e7 1.21e7
  xmr  2014 5.65e6 1.056e7 1.365e7 1.555e7 1.669e7 1.738e7 1.78e7 1.806e7 1.822e7 1.838e7 1.845e7
  fil  2020 4.46e7 1.441e8 3.6e8 4.92e8 6.19e8
  xtz  2018 6.07e8 6.94e8 7.55e8 8.73e8 9.22e8 9.66e8 1.023e9
  algo 2019 5e8 1.194e9 6.37e9 7.14e9 8.03e9 8.35e9
  arb  2023 1.275e9 4.21e9
  op   2022 2.35e8 9.11e8 1.352e9
  apt  2022 1.3e8 3.09e8 5.59e8
  icp  2021 1.91e8 2.79e8 4.55e8 4.79e8
  hbar 2019 2e9 6.76e9 1.81e10 2.51e10 3.36e10 3.83e10
  vet  2018 5.55e10 5.55e10 6.43e10 6.43e10 7.25e10 7.27e10 8.1e10
  ton  2021 1.22e9 1.22e9 3.46e9 2.54e9
  cro  2018 5.3e9 1.27e10 2.25e10 2.53e10 2.53e10 2.53e10 2.66e10
  okb  2019 4e7 6e7 6e7 6e7 6e7 6e7
  bgb  2021 1.4e9 1.4e9 1.4e9 1.2e9
  ht   2018 5e7 2.41e8 2e8 1.577e8 1.534e8 1.62e8
  kcs  2017 9.1e7 8.97e7 8.24e7 8.01e7 8.01e7 9.84e7 9.66e7 1.227e8
  ftt  2019 9.7e7 9.43e7 1.389e8 3.289e8 3.289e8 3.289e8
  iota 2017 2.78e9 2.78e9 2.78e9 2.78e9 2.78e9 2.78e9 3.08e9 3.57e9
  neo  2017 6.5e7 6.5e7 7.05e7 7.05e7 7.05e7 7.05e7 7.05e7 7.05e7
  gas  2017 8.8e6 1.01e7 1.01e7 1.01e7 1.02e7 5.97e7 6.58e7 6.5e7
  eos  2017 5.7e8 9.06e8 9.47e8 9.39e8 9.77e8 1.079e9 1.114e9 1.538e9
  qtum 2017 7.38e7 8.9e7 9.63e7 9.75e7 9.9e7 1.045e8 1.05e8 1.055e8
  omg  2017 1.02e8 1.4e8 1.4e8 1.4e8 1.4e8 1.4e8 1.4e8 1.4e8
  waves 2016 1e8 1e8 1e8 1.008e8 1.04e8 1.071e8 1.103e8 1.12e8 1.16e8
  rep  2016 1.1e7 1.1e7 1.1e7 1.1e7 1.1e7 1.1e7
  zen  2017 2.7e6 5.5e6 8.1e6 1.06e7 1.19e7 1.33e7 1.44e7 1.56e7
  dcr  2016 4.2e6 6.4e6 9.1e6 1.079e7 1.244e7 1.364e7 1.463e7 1.58e7 1.66e7
  dgb  2014 2.4e9 4.2e9 7.8e9 9.6e9 1.15e10 1.267e10 1.39e10 1.486e10 1.575e10 1.66e10 1.73e10
  rvn  2018 2.6e9 5.2e9 7.82e9 1.043e10 1.206e10 1.33e10 1.47e10
  sc   2015 8e9 2.2e10 3.18e10 3.77e10 4.18e10 4.52e10 4.97e10 5.3e10 5.6e10 5.6e10
  kmd  2016 1e8 1.04e8 1.11e8 1.177e8 1.24e8 1.29e8 1.34e8
  gnt  2016 8.2e8 8.33e8 9.64e8 9.8e8
  bat  2017 1e9 1.22e9 1.415e9 1.493e9 1.494e9 1.494e9 1.495e9 1.495e9
  zrx  2017 5e8 5.6e8 6.04e8 7.5e8 8.47e8 8.47e8 8.47e8 8.48e8
  lrc  2017 2.86e8 7.89e8 9.7e8 1.203e9 1.329e9 1.33e9 1.33e9 1.33e9
  zil  2018 8.6e9 9.79e9 1.08e10 1.22e10 1.59e10 1.74e10 1.9e10
  ont  2018 4.9e8 6.37e8 8.05e8 8.76e8 8.76e8 8.85e8 9.1e8
  snx  2018 1e8 1.55e8 1.105e8 1.148e8 2.49e8 3.04e8 3.39e8
  xdc  2018 1.2e10 1.2e10 1.22e10 1.23e10 1.23e10 1.39e10 1.49e10
  nexo 2018 5.6e8 5.6e8 5.6e8 5.6e8 5.6e8 5.6e8 6.46e8
  mana 2017 1.05e9 1.05e9 1.05e9 1.484e9 1.825e9 1.855e9 1.893e9 1.942e9
  matic 2018 1.7e9 2.55e9 4.81e9 7.16e9 8.73e9 9.56e9 9.6e9
  luna 2019 2.88e8 4.85e8 3.62e8
  klay 2019 2.3e9 2.4e9 2.56e9 3.07e9 3.48e9
  bttc 2019 2.12e14 9.9e14 9.9e14 9.51e14 9.68e14 9.86e14
  stx  2019 3.3e8 7.12e8 1.29e9 1.35e9 1.43e9 1.51e9
  fet  2019 3.4e8 7.46e8 7.46e8 8.2e8 8.29e8 2.44e9
  rune 2019 1.3e8 1.58e8 2.58e8 3.27e8 3.38e8 3.42e8
  chz  2019 3.6e9 5.43e9 5.95e9 6.65e9 7.75e9 9.2e9
  egld 2019 1.3e7 1.47e7 2e7 2.39e7 2.64e7 2.77e7
  ksm  2019 8.47e6 8.47e6 8.47e6 8.47e6 1.41e7 1.56e7
  ar   2020 3.34e7 3.34e7 3.34e7 6.55e7 6.57e7
  comp 2020 4.42e6 6.31e6 7.27e6 8.06e6 8.87e6
  crv  2020 1.55e8 4.32e8 5.32e8 1.067e9 1.263e9
  sushi 2020 1.78e8 1.27e8 2.22e8 2.46e8 2.6e8
  yfi  2020 3e4 3.66e4 3.66e4 3.3e4 3.35e4
  inj  2020 1.4e7 4.4e7 7.3e7 8.4e7 9.9e7
  grt  2020 1.246e9 4.716e9 8.72e9 9.36e9 9.55e9
  axs  2020 5.5e7 6.1e7 1e8 1.32e8 1.574e8
  sand 2020 6e8 9.2e8 1.5e9 2.12e9 2.43e9
  gala 2020 1e9 6.98e9 7e9 2.74e10 3.67e10
  cake 2020 1.3e8 2.52e8 1.65e8 2.49e8 2.97e8
  hnt  2020 6.38e7 1.053e8 1.36e8 1.6e8 1.76e8
  flow 2020 1e8 3.17e8 1.036e9 1.481e9 1.555e9
  imx  2021 1.88e8 7.66e8 1.322e9 1.719e9
  ldo  2021 2.2e8 3.13e8 8.9e8 8.96e8
  ape  2022 3.61e8 3.69e8 7.53e8
  rndr 2021 1.6e8 2.5e8 3.72e8
  kas  2022 1.6e10 2.22e10 2.55e10
  tia  2023 1.56e8 4.79e8
  sei  2023 2.3e9 4.21e9
  mnt  2023 3.13e9 3.36e9
  tao  2023 5.9e6 8e6
  wld  2023 1.2e8 8.5e8
  ena  2024 3.03e9
  ondo 2024 1.39e9
  jup  2024 1.35e9
  render 2024 5.18e8
  iotx 2018 2.4e9 4.2e9 5.76e9 9.54e9 9.45e9 9.44e9 9.44e9
  ong  2018 1.1e8 1.5e8 2e8 2.57e8 3e8 3.45e8 4e8
  mtl  2017 2e7 4.2e7 4.85e7 6.54e7 6.65e7 6.65e7 6.7e7 7.9e7
  waxp 2018 9.4e8 1.1e9 1.33e9 1.95e9 2.26e9 3.1e9 3.6e9
  rsr  2019 3.2e9 9.4e9 1.32e10 4.18e10 5.06e10 5.5e10
  hot  2018 1.33e11 1.56e11 1.67e11 1.73e11 1.73e11 1.75e11 1.77e11
  iost 2018 1.07e10 1.2e10 1.53e10 1.8e10 1.85e10 2.1e10 2.3e10
  cvc  2017 3.43e8 3.43e8 3.43e8 6.7e8 1e9 1e9 1e9 1e9
  enj  2017 7.5e8 7.7e8 8.2e8 9.2e8 9.4e8 1e9 1.36e9 1.74e9
  ankr 2019 4e9 6.8e9 8.2e9 9.8e9 1e10 1e10
  celr 2019 2.9e9 4e9 6.2e9 7.1e9 7.6e9 7.7e9
  one  2019 2.6e9 8.5e9 1.15e10 1.28e10 1.37e10 1.43e10
  kava 2019 3e7 5.9e7 1.6e8 3.9e8 1e9 1.08e9
  ckb  2019 1.7e10 2.35e10 2.9e10 3.35e10 4.36e10 4.54e10
  celo 2020 1.4e8 4e8 4.8e8 5.3e8 5.6e8
  rose 2020 1.5e9 3.5e9 5e9 6.7e9 7.2e9
  amp  2020 1e10 4.2e10 4.2e10 4.22e10 8e10
  twt  2020 2.5e8 3.47e8 4.17e8 4.17e8 4.17e8
  1inch 2020 7.8e7 4.1e8 8.2e8 1.14e9 1.3e9
  mina 2021 3.6e8 7.7e8 1.04e9 1.2e9
  jasmy 2021 4.75e9 4.75e9 4.93e10 4.84e10
  ens  2021 2e7 2.6e7 3e7 3.3e7
  dydx 2021 5.6e7 1.5e8 3.2e8 7e8
  cvx  2021 4.4e7 7e7 8.9e7 9.3e7
  spell 2021 8.4e10 1.05e11 1.2e11 1.5e11
  cel  2018 1.7e8 2.2e8 2.38e8 2.38e8 2.38e8 2.38e8 3.8e7
  bnt  2017 4.1e7 6.2e7 6.9e7 1.02e8 2.4e8 1.6e8 1.37e8 1.26e8
  nmr  2017 1.3e6 1.6e6 2.6e6 4.4e6 5.8e6 5.9e6 6.3e6 7.4e6
  lpt  2018 1e7 1.5e7 2.1e7 2.3e7 2.7e7 3.1e7 3.7e7
  trac 2018 2.9e8 3e8 3.5e8 3.6e8 3.8e8 4e8 5e8
  poly 2018 3.2e8 4.6e8 6e8 8.9e8 9.2e8 9.2e8
  wan  2018 1.06e8 1.06e8 1.6e8 1.9e8 1.93e8 1.96e8 1.98e8
  btm  2017 9.87e8 1e9 1e9 1.37e9 1.6e9 1.7e9 1.7e9 1.7e9
  elf  2017 2.5e8 3e8 5.4e8 5.4e8 5.44e8 5.44e8 7e8 7.3e8
  powr 2017 3.6e8 4.1e8 4.26e8 4.27e8 4.3e8 4.8e8 5.2e8 5.3e8
  dnt  2017 6e8 6e8 6e8 6e8 6e8 7.5e8 7.5e8 7.5e8
  adx  2017 7.4e7 7.4e7 8.9e7 1.12e8 1.3e8 1.37e8 1.44e8 1.46e8
  vtho 2018 1.2e10 1.9e10 3.1e10 4.4e10 5.7e10 7.1e10 8.5e10
  fun  2017 5e9 5.9e9 6e9 1.03e10 1.03e10 1.09e10 1.09e10 1.09e10
  loom 2018 6.6e8 8.3e8 1e9 1.2e9 1.23e9 1.24e9 1.24e9
  utk  2018 4.5e8 4.5e8 4.5e8 4.5e8 5e8 5.5e8 6e8
  idex 2018 2e8 3.5e8 5.1e8 6e8 6.6e8 7.4e8 9.5e8
  data 2017 6.7e8 6.7e8 6.7e8 7e8 7.7e8 9e8 9e8 1e9
  qsp  2017 6.17e8 6.17e8 7.1e8 7.1e8 7.1e8 7.1e8 7.1e8 7.1e8
  trb  2019 3e5 1.6e6 2.2e6 2.4e6 2.55e6 2.65e6
  troy 2019 1.9e9 1.9e9 9.98e9 9.98e9 9.98e9 9.98e9
  chr  2019 2.2e8 4.5e8 5.67e8 7e8 8e8 8.4e8
  arpa 2019 5.4e8 9.8e8 9.8e8 1.2e9 1.24e9 1.5e9
  lto  2019 2e8 2.8e8 3e8 3.8e8 4.3e8 4.4e8
  ren  2018 7e8 8.3e8 8.8e8 9.97e8 1e9 1e9 1e9
  coti 2019 3e8 5.7e8 8.7e8 1.1e9 1.4e9 1.8e9
  band 2019 1.6e7 2.05e7 4.5e7 1.17e8 1.36e8 1.5e8
  storj 2017 8e7 1.36e8 1.4e8 1.44e8 2.6e8 3.6e8 3.97e8 4.1e8
  dent 2017 1.06e10 3.5e10 7.3e10 9.2e10 9.8e10 9.97e10 9.57e10 9.57e10
  win  2019 2.2e11 7.6e11 9.6e11 9.6e11 9.7e11 9.9e11
  tfuel 2019 5e9 5.1e9 5.3e9 5.9e9 6.3e9 6.7e9
  sxp  2019 6e7 7.7e7 1.9e8 4.9e8 5.8e8 6.3e8
  rpl  2018 5.1e6 5.1e6 5.3e6 1.03e7 1.9e7 1.98e7 2.08e7
  bal  2020 1e7 3.4e7 4.4e7 5.4e7 6.2e7
  ray  2021 8.2e7 1.5e8 2.4e8 2.9e8
  bonk 2022 4e13 6.1e13 7.6e13
  pyth 2023 1.5e9 3.6e9
  cfx  2020 6e8 1.4e9 2.1e9 3.6e9 4.7e9
  jst  2020 2.26e9 8.9e9 8.9e9 9.9e9 9.9e9
  akt  2020 4.7e7 1.1e8 1.7e8 2.25e8 2.5e8
  dexe 2020 1.5e6 2.8e6 3.6e7 3.65e7 5.7e7
  skl  2020 6.5e8 2.9e9 4.2e9 5e9 5.7e9
  alpha 2020 1.7e8 4.5e8 6e8 7.7e8 9e8
  pols 2020 7e7 9.1e7 9.8e7 9.8e7 9.9e7
  req  2017 6.4e8 7.2e8 7.3e8 7.7e8 9.99e8 9.99e8 9.99e8 7.7e8
  stmx 2017 2.7e9 4.2e9 6.2e9 7.6e9 9.3e9 1.07e10 1.2e10 1.2e10
  rcn  2017 4.9e8 5e8 5.1e8 5.1e8 5.1e8 5.1e8 5.1e8 5.1e8
  ctsi 2020 2.1e8 4.4e8 6e8 7.6e8 8.5e8
  oxt  2019 1.5e8 3.5e8 6.9e8 6.9e8 9.8e8 9.8e8
  ocean 2019 3.3e8 4.2e8 4.3e8 6.1e8 5.7e8 2.5e8
  pendle 2021 8e7 9e7 9.7e7 1.62e8
  sfp  2021 1.08e8 2.6e8 4.6e8 5e8
  mpl  2021 3.5e6 6.5e6 7.6e6 8e6
  osmo 2021 3.4e8 4.9e8 6.4e8 7e8
  mask 2021 3.9e7 8e7 9.5e7 1e8
  gmx  2021 6e6 8.3e6 9.3e6 9.8e6
  zcn  2018 4.84e7 4.84e7 4.84e7 4.84e7 4.84e7 4.84e7 4.84e7
  key  2018 2.6e9 2.6e9 3e9 4.8e9 5e9 6e9 6e9
  orbs 2019 1.6e9 2.2e9 2.6e9 2.9e9 3.1e9 4.3e9
  rif  2019 4.8e8 6.9e8 8e8 9.5e8 1e9 1e9
  dusk 2019 2.3e8 3.3e8 3.7e8 4e8 4.3e8 4.8e8
  stpt 2019 6e8 8.6e8 1.25e9 1.9e9 1.94e9 1.94e9
  woo  2020 4.2e8 9e8 1.65e9 1.75e9 1.9e9
  velo 2020 1.1e8 1.9e8 6.5e8 7.4e9 7.4e9
  pha  2020 1.7e8 2.2e8 3.9e8 6.8e8 7.6e8
  ctk  2020 2.5e7 5.6e7 8.6e7 1.2e8 1.3e8
  xvs  2020 8e6 1.17e7 1.4e7 1.57e7 1.65e7
  ach  2020 1.8e9 3.6e9 5.6e9 8e9 9e9
  fxs  2020 2e6 3.6e7 7.3e7 7.5e7 8.9e7`)

/** From then on, supplies follow their own laws. */
export const lawsSince = Date.UTC(2026, 0, 1)

/** Circulating supplies at the ends of years until 2024, if they are known. */
export function publishedEnds(asset: string): Knot[] | undefined {
  const known = circulating.get(asset)
  return known?.values.map((supply, n) => ({ time: Date.UTC(known.first + n + 1, 0, 1), supply }))
}

/** The most that ever circulated until 2024. */
export function mostCirculating(asset: string): number {
  return Math.max(0, ...(circulating.get(asset)?.values ?? []))
}

/**
 * Chains on which half of what is left is mined until each halving: the most, the day of their first block and those of their
 * halvings.
 */
const halvingRows = `
  ltc 8.4e7 2011-10-13 2015-08-25 2019-08-05 2023-08-02
  bch 2.1e7 2009-01-03 2012-11-28 2016-07-09 2020-04-08 2024-04-04
  bsv 2.1e7 2009-01-03 2012-11-28 2016-07-09 2020-04-10 2024-04-05
  zec 2.1e7 2016-10-28 2020-11-18 2024-11-23`

const [halvingSpan, latestHalvings] = [1458 * day, 10]

const halvings = new Map(
  entriesOf(halvingRows).map(([code = '', most, ...days]) => {
    const times = days.map(Date.parse)
    while (times.length < latestHalvings) times.push(times.at(-1)! + halvingSpan)
    return [code, times.map((time, n) => ({ time, supply: Number(most) * (1 - 1 / powerOfTwo(n)) }))]
  }),
)

/** What had been mined at the beginning and at each halving, if the chain has halvings. */
export function halvingsOf(asset: string): Knot[] | undefined {
  return halvings.get(asset)
}

/** Grows evenly from knot to knot. */
export function evenly(knots: readonly Knot[], time: number): number {
  const next = knots.findIndex(knot => time < knot.time)
  if (next < 0) return knots.at(-1)!.supply
  const { time: until, supply } = knots[next]!
  if (next === 0) return supply
  const before = knots[next - 1]!
  return before.supply + ((supply - before.supply) * (time - before.time)) / (until - before.time)
}
