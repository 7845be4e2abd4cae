import { remembered } from '../../../src/market/made-once.ts'
import { exp, expNearZero, log, logNearOne } from '../../../src/market/numbers/portable-math.ts'
import { volatilities, volatilityOfMonth } from '../../../src/market/past-years.ts'
import { hour as hourMs } from '../../../src/market/time.ts'
import type { Asset } from '../../catalogue/assets/asset-list.ts'
import { monthsOf, yearsOf } from '../../table-text.ts'
import type { Path } from '../marks.ts'
import { hourOfTrading, tradingTime } from '../trading-week.ts'
import { ratesAtMonthEnds, ratesAtYearEnds } from './published-rates.ts'

/** Last prices of years in USD, about as they were published: first the year, then one price for each year until 2024, or until its code ended. */
const coinYears = yearsOf(`
  btc  2011 4.7 13.5 754 320 430 964 14200 3740 7190 29000 46300 16500 42300 93400
  eth  2015 0.93 8 756 133 130 738 3680 1200 2280 3330
  xrp  2013 0.027 0.024 0.006 0.0065 2.3 0.35 0.19 0.22 0.83 0.34 0.62 2.08
  ltc  2013 24 2.7 3.5 4.3 232 30 41 125 147 70 73 103
  doge 2013 0.00045 0.00018 0.00015 0.00022 0.009 0.0024 0.002 0.0047 0.17 0.07 0.09 0.316
  bnb  2017 8.6 6.2 13.7 37 512 246 312 702
  sol  2020 1.5 170 10 102 189
  ada  2017 0.72 0.041 0.033 0.18 1.31 0.25 0.59 0.845
  link 2017 0.73 0.3 1.8 11.3 19.6 5.6 14.9 20
  avax 2020 3.2 109 10.9 38.5 35.6
  trx  2017 0.045 0.019 0.013 0.027 0.076 0.055 0.108 0.254
  dot  2020 9.3 26.7 4.3 8.2 6.6
  bch  2017 2530 151 204 343 432 97 260 435
  uni  2020 5.2 17.1 5.2 7.4 13.2
  aave 2017 10 0.9 1.7 88 255 52 109 309
  xlm  2014 0.0045 0.0017 0.0025 0.36 0.113 0.045 0.128 0.267 0.071 0.129 0.332
  near 2020 1.5 14.6 1.3 3.7 4.95
  atom 2019 4.2 6.5 32 9.4 10.6 6.2
  etc  2016 1.4 27.7 5.1 4.5 5.7 34 15.7 21.9 25
  fil  2020 22 34 3 6.8 4.9
  xtz  2018 0.47 1.35 2 4.4 0.72 1.01 1.28
  algo 2019 0.22 0.33 1.66 0.17 0.22 0.335
  mkr  2018 437 436 583 2360 512 1700 1490
  dash 2014 2 3.3 11.2 1045 79 41 98 135 42 31 38
  pol  2019 0.0135 0.018 2.53 0.76 0.97 0.45
  arb  2023 1.6 0.72
  op   2022 0.92 3.7 1.75
  xmr  2014 0.49 0.47 13.9 349 47 45 157 229 148 166 193
  zec  2016 48 507 56 28 57 146 37 28 56
  iota 2017 3.5 0.35 0.16 0.29 1.37 0.17 0.29 0.285
  neo  2017 76 7.6 8.8 14.4 25.7 6.3 13.8 13.7
  a    2017 8.8 2.57 2.58 2.6 3.05 0.86 0.84 0.78
  vet  2017 0.035 0.0039 0.0053 0.019 0.082 0.016 0.035 0.044
  leo  2019 0.86 1.38 3.75 3.6 3.95 9.2
  hbar 2019 0.01 0.032 0.29 0.037 0.087 0.27
  cro  2019 0.034 0.058 0.56 0.057 0.1 0.142
  shib 2021 0.0000334 0.0000081 0.0000103 0.0000211
  icp  2021 24.8 3.9 12.6 9.9
  ton  2022 2.15 2.33 5.55
  apt  2022 3.5 9.4 8.7
  sui  2023 0.78 4.12
  luna 2019 0.22 0.65 85.5
  okb  2019 2.6 5.7 29 26 55 48
  ht   2018 1.1 2.75 4.9 9.5 5.2 2.7 0.6
  kcs  2017 13 0.55 0.85 0.68 18.5 6.6 10.5 10.5
  gt   2019 0.45 0.5 6.5 3.3 4.6 17
  ftt  2019 2.2 5.8 38 0.87 3.1 2.9
  s    2018 0.0035 0.0105 0.0165 2.25 0.2 0.47 0.69
  kaia 2019 0.13 0.5 1.2 0.16 0.21 0.2
  egld 2019 1.7 26 235 33 66 33
  bttc 2019 0.0000003 0.0000003 0.0000027 0.00000063 0.000001 0.0000011
  render 2020 0.06 4.5 0.41 4.6 7
  glm  2016 0.0105 0.71 0.067 0.036 0.105 0.47 0.2 0.25 0.4
  bsv  2018 88 97 165 120 41 96 52
  xem  2015 0.00015 0.0035 1.03 0.062 0.031 0.2 0.12 0.027 0.038 0.024
  lsk  2016 0.14 20.5 1.2 0.55 1.15 2.3 0.73 1.35 0.93
  omg  2017 19.6 1.35 0.6 2.4 5.8 1.05 0.75 0.32
  qtum 2017 64 2.1 1.6 2.2 8.9 1.9 3.8 3
  btg  2017 262 13 5.1 8.2 38 14 17 19
  icx  2017 5.9 0.24 0.11 0.41 1.1 0.145 0.27 0.195
  waves 2016 0.21 12.7 3.2 1.05 6.5 15 1.35 2.6 1.5
  sc   2015 0.00002 0.0002 0.03 0.0024 0.0014 0.0033 0.0145 0.0021 0.01 0.0056
  dgb  2014 0.00013 0.00006 0.0003 0.06 0.0108 0.0058 0.025 0.034 0.0072 0.0087 0.0097
  xvg  2014 0.00005 0.00002 0.00002 0.178 0.0066 0.0033 0.0068 0.0185 0.0025 0.0042 0.011
  steem 2016 0.16 3.1 0.28 0.13 0.17 0.44 0.155 0.25 0.22
  rep  2016 3.6 66 7.5 9.3 17 16 6 1 0.95
  zrx  2017 0.84 0.3 0.18 0.37 0.77 0.15 0.37 0.5
  bat  2017 0.37 0.13 0.18 0.2 1.2 0.165 0.24 0.225
  knc  2017 2.6 0.14 0.18 0.8 1.35 0.5 0.7 0.58
  mana 2017 0.1 0.046 0.032 0.08 3.3 0.3 0.53 0.47
  ont  2018 0.6 0.53 0.47 0.85 0.155 0.28 0.245
  zil  2018 0.019 0.0048 0.077 0.069 0.0155 0.026 0.0205
  theta 2018 0.045 0.088 1.85 4.85 0.73 1.2 2.15
  xno  2017 28 0.9 0.68 0.95 3.5 0.7 1.2 1.15
  dcr  2016 0.5 85 17 16.5 37 58 17.5 17 15
  kmd  2016 0.09 8.3 0.68 0.55 0.55 0.7 0.2 0.3 0.24
  ardr 2016 0.015 1.5 0.056 0.047 0.06 0.3 0.08 0.1 0.09
  ant  2017 4 0.37 0.45 3.2 9 1.9 5.5 8.8
  sys  2016 0.009 0.75 0.037 0.02 0.05 0.75 0.12 0.14 0.11
  gno  2017 150 11.5 9.5 75 450 82 215 265
  gas  2017 31 2.2 1.1 1.4 6 2.2 6 5
  zen  2017 28 5.3 9.4 11.5 70 8.5 9.7 26
  nexo 2018 0.06 0.1 0.6 2.3 0.62 0.85 1.3
  xyo  2018 0.0006 0.0003 0.0002 0.0375 0.0045 0.0077 0.022
  qnt  2018 2 4 11.5 180 105 140 106
  axs  2020 0.54 94 6 9 6.2
  sand 2020 0.037 5.9 0.38 0.6 0.55
  comp 2020 145 200 32 56 75
  yfi  2020 22000 32800 5400 8200 8100
  sushi 2020 2.9 9.4 0.95 1.3 1.35
  grt  2020 0.35 0.64 0.056 0.19 0.2
  cake 2020 0.6 12.3 3.2 3.9 2.45
  crv  2020 0.62 5.6 0.53 0.63 0.9
  ksm  2019 1.5 70 275 23 45 33
  rune 2019 0.03 1.2 7 1.3 5 4.7
  hnt  2020 1.35 38 1.7 9.5 6.3
  bts  2014 0.0145 0.0035 0.0039 0.55 0.039 0.018 0.02 0.035 0.009 0.0085 0.0015
  bcn  2014 0.000014 0.000028 0.00006 0.0062 0.0006 0.00022 0.0002 0.00013 0.00003 0.00003 0.00002
  strat 2016 0.07 13.8 0.73 0.32
  mona 2014 0.08 0.08 0.027 12 0.5 0.95 1.3 1.1 0.36 0.37 0.27
  ppt  2017 41 1.3 0.36 0.4 0.9 0.1 0.05 0.05
  hc   2017 22.7 1 1.25 0.6 0.4 0.06 0.03 0.02
  ark  2017 8.7 0.43 0.15 0.36 1.5 0.24 0.85 0.55
  nxt  2013 0.05 0.014 0.0068 0.0062 0.95 0.028 0.0125 0.0115 0.0135 0.0027 0.0015 0.0012
  vtc  2014 0.02 0.025 0.03 6.9 0.31 0.22 0.28 0.3 0.07 0.06 0.065
  qash 2017 0.98 0.17 0.05 0.045 0.09 0.02 0.005 0.003
  salt 2017 12 0.26 0.06 0.09 0.3 0.04 0.03 0.02
  maid 2014 0.05 0.0185 0.1 0.95 0.115 0.07 0.2 0.35 0.13 0.4 0.3
  pivx 2016 0.012 8.5 0.67 0.22 0.33 0.75 0.27 0.38 0.25
  pay  2017 3.2 0.23 0.058 0.05 0.06 0.02 0.01 0.01
  snt  2017 0.19 0.017 0.0117 0.032 0.068 0.0185 0.044 0.047
  wtc  2017 11.5 1.35 0.33 0.28 0.65 0.06 0.04 0.02
  fct  2015 0.7 3.1 42 5.3 1.9 0.6 0.5 0.1 0.06 0.04
  dgd  2016 8.3 165 15 19
  gbyte 2016 2.5 620 25 18 18 24 10 7 8
  firo 2016 0.5 90 4.9 3.7 3 5.5 1.9 1.9 1.4
  icn  2016 0.2 2.7 0.2
  rdn  2017 5.8 0.22 0.11 0.11 0.5 0.05 0.03 0.008
  ae   2017 1.4 0.4 0.14 0.1 0.1 0.04 0.04 0.03
  mco  2017 11.5 2.3 4.2
  sub  2017 1.05 0.06 0.01 0.005 0.005 0.002 0.001 0.001
  rhoc 2017 1.3 0.09 0.02
  bcd  2017 38 0.83 0.5 0.6 1.5 0.08 0.08 0.07
  drgn 2017 1.3 0.06 0.04 0.07 0.13 0.02 0.03 0.03
  rdd  2014 0.00002 0.00001 0.000015 0.0095 0.0014 0.0011 0.0009 0.0012 0.0003 0.0003 0.00012
  etn  2017 0.09 0.0065 0.0037 0.0062 0.0115 0.0021 0.003 0.0037
  nas  2017 8 0.7 0.35 0.3 0.4 0.06 0.02 0.007
  nuls 2017 2.5 0.32 0.21 0.23 0.5 0.17 0.25 0.35
  aion 2017 5.8 0.13 0.05 0.08 0.12 0.03 0.005 0.003
  eng  2017 2.9 0.35 0.5
  pundix 2018 0.55 0.13 0.31 1.25 0.34 0.6 0.47
  xin  2018 115 170 150 380 180 200 110
  vsys 2019 0.033 0.012 0.02 0.003 0.001 0.0007
  kda  2020 0.16 9.5 0.85 1.15 0.8
  tel  2018 0.0007 0.00014 0.00028 0.0125 0.0016 0.0017 0.0055
  nmr  2017 17 3.2 5.6 22 33 12.5 19 17
  cvc  2017 0.6 0.053 0.03 0.094 0.42 0.083 0.11 0.185
  powr 2017 1.2 0.08 0.047 0.105 0.5 0.138 0.36 0.28
  waxp 2018 0.052 0.02 0.034 0.44 0.041 0.06 0.042
  mtl  2017 6.4 0.24 0.26 0.4 1.9 0.62 1.6 1.1
  dent 2017 0.024 0.00085 0.00017 0.00018 0.0038 0.00068 0.0014 0.0012
  bnt  2017 5.4 0.62 0.205 1.35 3.35 0.345 0.8 0.7
  dnt  2017 0.12 0.011 0.006 0.05 0.16 0.028 0.04 0.03
  elf  2017 1.2 0.095 0.054 0.098 0.42 0.12 0.6 0.46
  fun  2017 0.065 0.0041 0.0025 0.0047 0.016 0.0066 0.0058 0.0049
  adx  2017 1.6 0.085 0.07 0.23 0.55 0.135 0.19 0.17
  utk  2018 0.017 0.012 0.14 0.33 0.085 0.1 0.055
  idex 2018 0.03 0.02 0.04 0.25 0.05 0.065 0.05
  data 2017 0.14 0.0165 0.011 0.031 0.09 0.024 0.055 0.045
  qsp  2017 0.4 0.0135 0.0085 0.02 0.038 0.01 0.013 0.004
  btm  2017 0.7 0.093 0.073 0.052 0.046 0.0098 0.0125 0.008
  xdc  2018 0.001 0.0006 0.0065 0.077 0.025 0.051 0.075
  lpt  2018 1.6 0.55 1.45 38 5.4 11.5 15
  rvn  2018 0.0135 0.023 0.0132 0.099 0.02 0.021 0.0185
  iotx 2018 0.0046 0.0037 0.0063 0.118 0.021 0.051 0.037
  hot  2018 0.0012 0.0006 0.00063 0.0071 0.0014 0.0021 0.0021
  trac 2018 0.025 0.009 0.16 1.9 0.19 0.75 0.85
  iost 2018 0.0052 0.0049 0.0053 0.0305 0.0063 0.0101 0.0062
  ong  2018 0.33 0.115 0.125 0.72 0.23 0.3 0.3
  cel  2018 0.02 0.14 5.9 4.3 0.55 0.18 0.12
  ren  2018 0.019 0.036 0.33 0.55 0.062 0.058 0.035
  poly 2018 0.07 0.021 0.06 0.5 0.15 0.2
  vtho 2018 0.0007 0.0004 0.00047 0.0055 0.00095 0.003 0.0042
  wan  2018 0.32 0.19 0.3 0.56 0.18 0.21 0.24
  loom 2018 0.045 0.019 0.024 0.1 0.045 0.09 0.06
  rpl  2018 0.3 0.12 0.9 36 20 28 12.5
  enj  2017 0.2 0.026 0.079 0.133 2.6 0.24 0.34 0.225
  lrc  2017 0.63 0.037 0.022 0.17 2.1 0.18 0.23 0.2
  storj 2017 1.6 0.14 0.11 0.32 1.8 0.27 0.75 0.6
  ankr 2019 0.0016 0.0088 0.094 0.0147 0.026 0.037
  celr 2019 0.0042 0.0051 0.062 0.0125 0.0165 0.023
  chz  2019 0.0067 0.0205 0.28 0.1 0.088 0.083
  band 2019 0.22 5.4 5.2 1.45 2 1.55
  snx  2018 0.035 1.2 7.3 5.7 1.42 4.1 2.2
  stx  2019 0.09 0.41 2.05 0.213 1.48 1.5
  fet  2019 0.036 0.055 0.49 0.092 0.69 1.3
  kava 2019 1 1.35 5.4 0.54 0.87 0.46
  one  2019 0.0045 0.0046 0.25 0.011 0.0185 0.025
  ckb  2019 0.0041 0.0042 0.023 0.0024 0.0036 0.0155
  coti 2019 0.0175 0.046 0.36 0.078 0.058 0.11
  trb  2019 1.9 21 37 11.8 186 61
  rsr  2019 0.0014 0.024 0.0285 0.0033 0.0034 0.0105
  chr  2019 0.0175 0.0165 0.97 0.11 0.15 0.235
  arpa 2019 0.0085 0.011 0.085 0.028 0.055 0.05
  troy 2019 0.0035 0.0023 0.016 0.0024 0.0034 0.0035
  lto  2019 0.04 0.13 0.36 0.075 0.07 0.085
  tfuel 2019 0.003 0.029 0.22 0.036 0.047 0.063
  win  2019 0.00007 0.00006 0.00047 0.000078 0.000105 0.000095
  sxp  2019 1 0.73 1.35 0.24 0.37 0.34
  inj  2020 1.9 8.6 1.27 36 20
  twt  2020 0.2 0.72 1.37 1.28 1.2
  1inch 2020 1.1 2.35 0.385 0.46 0.38
  amp  2020 0.0042 0.0525 0.0029 0.0034 0.0075
  rose 2020 0.04 0.38 0.034 0.138 0.083
  celo 2020 1.45 5.1 0.47 0.8 0.66
  ar   2020 2.6 57 6.2 9.6 16.5
  gala 2020 0.00035 0.43 0.016 0.031 0.036
  bal  2020 13.5 16.5 5.2 4.4 2.7
  xec  2021 0.00012 0.00002 0.000034 0.000035
  mina 2021 3.7 0.43 1.35 0.6
  jasmy 2021 0.085 0.003 0.0062 0.034
  bgb  2021 0.085 0.185 0.58 5.9
  flow 2021 8.7 0.66 0.92 0.72
  ens  2021 38 10.6 9.5 33
  dydx 2021 7.8 1.1 2.95 1.45
  cvx  2021 48 3.2 3.4 4.4
  spell 2021 0.012 0.00056 0.00067 0.0009
  imx  2021 4.4 0.38 2.1 1.3
  ldo  2021 2 0.95 2.75 1.8
  ray  2021 6.9 0.14 1.25 5
  floki 2021 0.00012 0.0000083 0.0000345 0.000175
  agix 2021 0.2 0.048 0.3 0.56
  ape  2022 3.6 1.65 1.2
  kas  2022 0.0054 0.11 0.117
  bonk 2022 0.0000003 0.0000138 0.0000295
  pepe 2023 0.0000013 0.0000202
  wif  2023 0.15 1.85
  wld  2023 3.6 2.15
  tia  2023 12 4.6
  sei  2023 0.58 0.4
  tao  2023 260 450
  mnt  2023 0.63 1.18
  pyth 2023 0.33 0.345
  ordi 2023 75 23
  spx  2023 0.004 0.95
  flr  2023 0.0205 0.025
  cfx  2020 0.19 0.21 0.022 0.185 0.155
  jst  2020 0.022 0.065 0.023 0.034 0.041
  akt  2020 0.8 1.45 0.24 2.5 3
  mx   2019 0.11 0.085 2.1 0.83 3 3.2
  dexe 2020 3.4 7.5 2.8 2.7 17
  skl  2020 0.105 0.19 0.02 0.075 0.065
  alpha 2020 0.28 0.65 0.075 0.11 0.085
  pols 2020 0.27 2.8 0.38 0.9 0.45
  req  2017 0.72 0.022 0.0095 0.03 0.3 0.085 0.085 0.14
  stmx 2017 0.02 0.0026 0.0013 0.0021 0.027 0.0046 0.009 0.0065
  rcn  2017 0.27 0.012 0.05 0.03 0.02 0.002 0.0015 0.001
  ctsi 2020 0.045 0.95 0.115 0.2 0.17
  oxt  2019 0.28 0.24 0.36 0.07 0.1 0.095
  ocean 2019 0.033 0.36 0.9 0.16 0.47 0.57
  pendle 2021 0.2 0.042 1.17 5
  sfp  2021 1.3 0.42 0.72 0.72
  sun  2021 0.02 0.0057 0.0062 0.02
  bdx  2021 0.12 0.05 0.056 0.078
  syrup 2021 0.23 0.037 0.15 0.18
  osmo 2021 6.3 0.75 1.75 0.5
  mask 2021 10 2.35 3.6 2.9
  gmx  2021 24 40 54 28
  rlc  2017 2.1 0.2 0.4 0.95 2.45 1.05 1.85 2.6
  zcn  2018 0.075 0.06 0.13 0.5 0.1 0.15 0.05
  key  2018 0.0017 0.0008 0.0022 0.012 0.0025 0.006 0.003
  orbs 2019 0.0155 0.018 0.1 0.022 0.037 0.03
  rif  2019 0.09 0.1 0.22 0.05 0.11 0.105
  dusk 2019 0.045 0.04 0.67 0.09 0.17 0.2
  stpt 2019 0.0105 0.018 0.1 0.028 0.06 0.05
  woo  2020 0.028 0.85 0.12 0.41 0.21
  velo 2020 0.16 0.06 0.0045 0.0055 0.018
  pha  2020 0.065 0.75 0.12 0.12 0.33
  ctk  2020 1 2.1 0.65 0.75 0.73
  xvs  2020 2.6 12 3.9 10 9.2
  ach  2020 0.0025 0.055 0.0105 0.0195 0.025
  fxs  2020 4.5 33 4.1 8.6 3.1
  hype 2024 24
  ena  2024 0.93
  ondo 2024 1.37
  jup  2024 0.83
  pengu 2024 0.0305
  virtual 2024 4
  lunc 2022 0.00015 0.00014 0.00011
  jlp  2024 4.2
  morpho 2024 2.65
  aero 2023 0.055 1.35
  zro  2024 5
  strk 2024 0.46
  zk   2024 0.185
  w    2024 0.27
  eigen 2024 3.6
  ethfi 2024 2.15
  fartcoin 2024 0.88
  jto  2023 2.1 3.05
  axl  2023 1 0.72
  grass 2024 2.15
  ath  2024 0.068
  turbo 2024 0.0085
  brett 2024 0.145
  safe 2024 0.95
  cow  2024 0.88
  zbcn 2024 0.0009
  snek 2024 0.0046
  om   2023 0.06 3.7
  popcat 2024 0.75
  fluid 2024 6.2
  mog  2024 0.0000019
  drift 2024 1.15
  super 2023 0.62 1.5
  core 2023 0.55 1.1
  prime 2024 7.5
  astr 2022 0.039 0.12 0.058
  arkm 2024 1.45
  kmno 2024 0.115
  babydoge 2024 0.0000000031
  bome 2024 0.0058`)

/** Last prices of the months from January on; those of December are above. */
const coinMonths = monthsOf(`
  btc 2013 20.4 33.4 93 139 129 97.5 106 135 133 198 1130
  btc 2014 800 549 457 447 627 640 586 477 386 338 378
  btc 2015 217 254 244 236 230 263 284 230 236 314 377
  btc 2016 369 437 416 448 531 673 624 575 609 700 745
  btc 2017 970 1180 1071 1347 2286 2480 2875 4703 4338 6468 10230
  btc 2018 10220 10400 6973 9240 7494 6404 7780 7037 6625 6317 4017
  btc 2019 3457 3854 4105 5350 8574 10820 10085 9630 8293 9199 7569
  btc 2020 9350 8599 6438 8658 9461 9137 11320 11680 10780 13780 19625
  btc 2021 33110 45140 58920 57750 37330 35040 41630 47170 43790 61320 57000
  btc 2022 38480 43190 45540 37710 31790 19780 23340 20050 19430 20495 17170
  btc 2023 23140 23150 28480 29270 27220 30480 29230 25930 26970 34670 37710
  btc 2024 42580 61200 71330 60640 67490 62680 64620 58970 63330 70220 96450
  btc 2025 102400 84370 82550 94180 104640 107140 115760 108240 114060 109560 90390
  eth 2016 2.31 6.35 11.4 8.8 14.1 12.4 11.9 11.6 13.2 11 8.6
  eth 2017 10.7 15.8 50 79 230 285 202 384 302 305 447
  eth 2018 1118 855 396 669 577 455 433 283 233 197 113
  eth 2019 107 136 141 162 268 290 218 172 180 183 152
  eth 2020 180 219 133 207 231 226 346 434 359 386 615
  eth 2021 1314 1418 1918 2773 2708 2275 2536 3433 3001 4288 4631
  eth 2022 2688 2919 3281 2730 1942 1067 1681 1553 1328 1572 1296
  eth 2023 1586 1605 1822 1870 1874 1933 1856 1645 1671 1816 2052
  eth 2024 2283 3340 3647 3012 3760 3438 3232 2513 2602 2518 3707
  eth 2025 3300 2237 1822 1794 2530 2486 3698 4391 4146 3847 2990`)

const published = new Map([...coinYears, ...ratesAtYearEnds])
const publishedMonths = new Map([...coinMonths, ...ratesAtMonthEnds])

/** Years of the first published price of a coin and of the last ones. The year after these closes at the levels of assets. */
export const [firstClose, lastClose] = [2011, 2024]
/** A year later, the published past has led to the path. */
const until = lastClose + 3

/** Last price of a year in USD; undefined after the last published one, and of assets that have none. Before its first one, that. */
export function publishedClose(code: string, year: number): number | undefined {
  const known = published.get(code)
  return known?.values[Math.max(0, year - known.first)]
}

/** The time in which the price of an asset moves, in hours, and what its volatility was in a year relative to now. */
export interface Trading {
  /** @param hour since 1970 */
  timeAt(hour: number): number
  hourAt(time: number): number
  volatilityIn(year: number): number
  /** Known of some months. @param month counted from January of year 0 */
  volatilityOf(month: number): number | undefined
}

export const coinTrading: Trading = {
  timeAt: hour => hour,
  hourAt: time => time,
  volatilityIn: year => volatilities.in(year),
  volatilityOf: volatilityOfMonth,
}

export const currencyTrading: Trading = {
  timeAt: hour => tradingTime(hour).tradingHour,
  hourAt: hourOfTrading,
  volatilityIn: () => 1,
  volatilityOf: () => undefined,
}

/** Hours of midnights on the first days of years and months. */
const yearStart = (year: number) => monthStart(12 * year)
const monthStart = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1) / hourMs

/** Volatility of a month's days, beside a usual one per year. */
function realised(path: Path, month: number, usual: number): number {
  const [start, end] = [monthStart(month), monthStart(month + 1)]
  let squares = 0
  for (let hour = start; hour < end; hour += 24) {
    const change = log(path.opening(hour + 24) / path.opening(hour))
    squares += change * change
  }
  return Math.sqrt((squares * 365) / ((end - start) / 24)) / usual
}

function monthOf(hour: number): number {
  const date = new Date(hour * hourMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The logarithm of a price in a year or month: that of the path times a factor, plus a line from one end to the other. */
interface Line {
  factor: number
  /** Start in the time of trading, and the value of the line there. */
  from: number
  start: number
  perHour: number
}

/** How far an asset is from the line of its year at the start of a month: a logarithm. */
export type Turns = (month: number) => number

type Closing = Pick<Asset, 'code' | 'level'>

/**
 * Where published prices of months lead, if there are any.
 * @param shared of years without any
 */
export function publishedTurns(
  asset: Closing,
  path: Path,
  trading: Trading,
  shared: Turns = () => 0,
): Turns | undefined {
  const [known, years] = [publishedMonths.get(asset.code), published.get(asset.code)]
  if (known === undefined || years === undefined) return undefined
  const lineOf = yearLines(years, asset.level, path, trading)
  return remembered((month: number) => {
    const year = Math.floor(month / 12)
    if (month % 12 === 0) return 0
    if (!known.has(12 * year)) return shared(month)
    const time = trading.timeAt(monthStart(month))
    const { factor, from, start, perHour } = lineOf(year)
    return log(known.get(month - 1)!) - factor * log(path.opening(time)) - start - perHour * (time - from)
  })
}

interface PublishedYears {
  first: number
  values: readonly number[]
}

/** Lines from one end of a year to the other. */
function yearLines(
  { first, values: closes }: PublishedYears,
  level: number,
  path: Path,
  trading: Trading,
): (year: number) => Line {
  const startOf = (year: number) => trading.timeAt(yearStart(year))
  const openingOf = remembered((year: number) => log(path.opening(startOf(year))))
  const closeOf = (year: number) => {
    if (year >= until - 1) return openingOf(until)
    return log(year > lastClose ? level : (closes[year - first] ?? closes.at(-1)!))
  }
  return remembered((year: number): Line => {
    const from = startOf(year)
    const factor = trading.volatilityIn(Math.max(first, year))
    if (year <= first) return { factor, from, start: closeOf(first) - factor * openingOf(first + 1), perHour: 0 }
    const start = closeOf(year - 1) - factor * openingOf(year)
    const rise = closeOf(year) - factor * openingOf(year + 1) - start
    return { factor, from, start, perHour: rise / (startOf(year + 1) - from) }
  })
}

/**
 * A path that ends each year, and each month if these are known, at the published price. In between, it is as much more volatile
 * than usual as the market was in that year. Up to the first published price, it is displaced and amplified as at that price.
 * @param path in the time of trading
 * @param turns of bitcoin or the euro, times the asset's part in the market's moves: where others were within a year
 */
export function closingAsPublished(
  asset: Closing,
  { path, usual }: { path: Path; usual: number },
  trading: Trading,
  turns: Turns,
): Path {
  const known = published.get(asset.code)
  if (known === undefined) return path
  const yearLine = yearLines(known, asset.level, path, trading)
  const turnAt = publishedTurns(asset, path, trading, turns) ?? turns
  const lineOf = remembered((month: number): Line => {
    const year = yearLine(Math.floor(month / 12))
    const from = trading.timeAt(monthStart(month))
    const isFollowed = month >= 12 * (known.first + 1)
    const [turn, next] = isFollowed ? [turnAt(month), turnAt(month + 1)] : [0, 0]
    const start = year.start + year.perHour * (from - year.from) + turn
    const hours = trading.timeAt(monthStart(month + 1)) - from
    const line = { ...year, from, start, perHour: year.perHour + (next - turn) / hours }
    const volatility = isFollowed ? trading.volatilityOf(month) : undefined
    return volatility === undefined ? line : amplified(line, volatility / realised(path, month, usual), hours)
  })
  /** From the same price to the same one. */
  const amplified = (line: Line, factor: number, hours: number): Line => {
    const more = line.factor - factor
    const [first, last] = [log(path.opening(line.from)), log(path.opening(line.from + hours))]
    return {
      ...line,
      factor,
      start: line.start + more * first,
      perHour: line.perHour + (more * (last - first)) / hours,
    }
  }
  const lineAt = (time: number) => lineOf(monthOf(trading.hourAt(time)))
  const end = trading.timeAt(yearStart(until))
  const opening = (time: number, price = path.opening(time)): number => {
    if (time >= end) return price
    const { factor, from, start, perHour } = lineAt(time)
    return exp(factor * log(price) + start + perHour * (time - from))
  }
  const changed = (time: number, prices: Float64Array, minutes: number) => {
    if (time >= end) return prices
    const { factor, perHour } = lineAt(time)
    const before = prices[0]!
    const after = opening(time, before)
    prices[0] = after
    for (let n = 1; n < prices.length; n++)
      prices[n] =
        n * minutes === 60
          ? opening(time + 1, prices[n]!)
          : after * expNearZero(factor * logNearOne(prices[n]! / before) + (perHour * (n * minutes)) / 60)
    return prices
  }
  return {
    hour: time => changed(time, path.hour(time), 1),
    fives: time => changed(time, path.fives(time), 5),
    opening: time => opening(time),
  }
}
