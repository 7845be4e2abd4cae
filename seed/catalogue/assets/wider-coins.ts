/**
 * Coins that no profile fills ahead, a line each: approximate rank by market cap at the end of 2025 (of ended coins, about where
 * they would be), code, price in USD then, first day of trading, classes, name, and after @ the exchanges that list it, if those
 * are few whatever its rank: each lists it against its first quote or has pools of it, and no other does. Ranks, prices and days
 * are estimates, not compared with a published list. Names were compared with the npm packages cryptocurrencies and
 * @uniswap/default-token-list.
 */
export const widerCoinRows = `
12 hype 25 2024-11-29 layer-1,defi Hyperliquid
13 wbt 56 2022-08-05 exchange-token WhiteBIT Coin @ wtbt
14 leo 9 2019-05-20 exchange-token LEO Token
17 xmr 430 2014-05-21 layer-1,proof-of-work,privacy Monero
18 zec 480 2016-10-29 layer-1,proof-of-work,privacy Zcash
20 ton 1.7 2021-08-27 layer-1,smart-contract Toncoin
22 hbar 0.11 2019-09-17 layer-1,smart-contract Hedera
23 wlfi 0.15 2025-09-01 defi,governance World Liberty Financial
24 cro 0.09 2018-12-14 layer-1,payments Cronos
25 mnt 1.05 2023-07-17 layer-2,governance Mantle
26 tao 230 2023-03-01 layer-1,artificial-intelligence Bittensor
27 m 1.5 2025-07-03 layer-1,meme MemeCore
28 okb 108 2019-04-30 exchange-token OKB
29 bgb 3.5 2021-07-27 exchange-token Bitget Token
30 icp 3.1 2021-05-10 layer-1,smart-contract Internet Computer
31 pi 0.2 2025-02-20 layer-1,payments Pi @ okex gate btgt mexc bmrt bngx xtcm
32 ena 0.21 2024-04-02 defi,governance Ethena
33 ondo 0.39 2024-01-18 defi,real-world-assets Ondo
34 kas 0.045 2022-06-01 layer-1,proof-of-work Kaspa
35 rain 0.0076 2025-09-10 defi,prediction Rain @ mexc bmrt lbnk
35 aster 0.71 2025-09-17 defi Aster
36 wld 0.5 2023-07-24 identity Worldcoin
37 trump 5 2025-01-18 meme Official Trump
38 pump 0.0019 2025-07-14 defi Pump.fun
39 vet 0.0106 2018-08-03 layer-1,supply-chain VeChain
40 qnt 75 2018-08-10 interoperability Quant
41 kcs 11 2017-10-24 exchange-token KuCoin Token
42 flr 0.011 2023-01-09 layer-1,oracle Flare
43 sky 0.062 2024-09-18 defi,governance Sky
44 render 1.3 2024-07-22 artificial-intelligence,gaming Render
45 sei 0.115 2023-08-15 layer-1,smart-contract Sei
46 gt 10.2 2019-05-17 exchange-token GateToken
47 nexo 0.92 2018-05-01 lending Nexo
47 htx 0.0000017 2024-01-22 exchange-token,governance HTX DAO @ huob polo
48 jup 0.19 2024-01-31 defi,governance Jupiter
49 pengu 0.0088 2024-12-17 meme,nft Pudgy Penguins
50 stx 0.25 2019-10-28 layer-2,smart-contract Stacks
51 xdc 0.048 2018-04-06 layer-1,payments XDC Network
52 fet 0.205 2019-02-25 artificial-intelligence,governance Artificial Superintelligence Alliance
53 virtual 0.65 2024-01-04 artificial-intelligence Virtuals Protocol
54 inj 4.6 2020-10-21 layer-1,defi Injective
55 lunc 0.00004 2022-05-28 layer-1 Terra Classic
56 xpl 0.13 2025-09-25 layer-1,stablecoin-network Plasma
57 night 0.085 2025-12-09 layer-1,privacy Midnight @ krkn okex kcon gate bbsp btgt mexc bngx
58 ip 1.6 2025-02-13 layer-1 Story
59 jlp 4.4 2024-01-31 defi Jupiter Perps LP @ orca rayd
59 s 0.075 2025-01-16 layer-1,smart-contract Sonic
60 tia 0.46 2023-10-31 layer-1,modular Celestia
61 bsv 18.5 2018-11-15 layer-1,proof-of-work Bitcoin SV
62 spx 0.5 2023-08-15 meme SPX6900
63 dexe 3.2 2020-09-28 defi,governance DeXe
64 pyth 0.056 2023-11-20 oracle Pyth Network
65 iota 0.086 2017-06-13 layer-1 IOTA
66 jasmy 0.0058 2021-02-05 data Jasmy
67 2z 0.12 2025-10-02 infrastructure DoubleZero
68 morpho 1.15 2024-11-21 defi,lending,governance Morpho
69 aero 0.45 2023-08-31 defi,governance Aerodrome Finance
70 syrup 0.33 2024-11-13 defi,lending Maple Finance
71 pendle 1.85 2021-04-28 defi,governance Pendle
72 mon 0.023 2025-11-24 layer-1,smart-contract Monad
73 theta 0.27 2018-01-17 media Theta Network
74 neo 3.6 2017-07-14 layer-1,smart-contract Neo
75 zro 1.3 2024-06-20 interoperability LayerZero
76 strk 0.08 2024-02-20 layer-2,governance Starknet
77 flow 0.09 2021-01-27 layer-1,smart-contract Flow
78 zk 0.027 2024-06-17 layer-2,governance ZKsync
79 ens 9.6 2021-11-09 identity,governance Ethereum Name Service
80 cfx 0.071 2020-11-09 layer-1,smart-contract Conflux
81 bttc 0.0000004 2022-01-12 storage BitTorrent
82 rune 0.57 2019-07-23 defi,interoperability THORChain
83 w 0.034 2024-04-03 interoperability Wormhole
84 eigen 0.38 2024-10-01 restaking,governance EigenCloud
85 ethfi 0.72 2024-03-18 restaking,governance Ether.fi
86 gno 132 2017-05-02 defi,governance Gnosis
87 twt 0.88 2020-07-13 wallet Trust Wallet
88 dcr 18 2016-02-10 layer-1,proof-of-work Decred
88 myx 3.4 2025-05-06 defi MYX Finance @ gate btgt mexc bngx
89 a 0.16 2025-05-14 layer-1,smart-contract Vaulta
90 bdx 0.09 2021-11-23 privacy Beldex
91 kaia 0.06 2024-10-29 layer-1,smart-contract Kaia
92 egld 6.1 2020-09-03 layer-1,smart-contract MultiversX
93 jst 0.04 2020-05-07 defi,lending JUST
94 sun 0.02 2021-05-26 defi,governance Sun Token
95 cvx 1.85 2021-05-17 defi,governance Convex Finance
96 fartcoin 0.29 2024-10-18 meme Fartcoin
97 1inch 0.15 2020-12-25 defi,governance 1inch
98 jto 0.36 2023-12-07 defi,governance Jito
99 hnt 1.4 2020-06-11 infrastructure Helium
100 axl 0.075 2022-09-27 interoperability Axelar
101 dydx 0.17 2021-09-08 defi,governance dYdX
102 bera 0.62 2025-02-06 layer-1,defi Berachain
103 kaito 0.55 2025-02-20 artificial-intelligence Kaito
104 grass 0.3 2024-10-28 artificial-intelligence Grass
105 ath 0.011 2024-06-12 artificial-intelligence Aethir
106 mina 0.078 2021-06-01 layer-1 Mina
107 turbo 0.0018 2023-05-01 meme Turbo
108 brett 0.014 2024-02-25 meme Brett
109 lit 2.6 2025-12-30 defi Lighter @ okex kcon gate bbsp btgt mexc
110 safe 0.16 2024-04-23 wallet,governance Safe
111 cow 0.2 2022-03-28 defi,governance CoW Protocol
112 zbcn 0.0026 2024-04-30 payments Zebec Network
113 akt 0.38 2020-10-15 infrastructure Akash Network
114 rsr 0.0026 2019-05-22 defi Reserve Rights
115 snek 0.0012 2023-05-03 meme Snek
116 0g 0.8 2025-09-22 layer-1,artificial-intelligence 0G @ bnce kcon gate btgt mexc bmrt bngx xtcm
116 glm 0.2 2020-11-19 computing Golem
117 amp 0.002 2020-09-08 payments Amp
118 xec 0.00001 2021-07-01 layer-1,proof-of-work eCash
119 yfi 3300 2020-07-17 defi,governance yearn.finance
120 om 0.071 2020-08-18 real-world-assets,governance MANTRA
121 popcat 0.09 2023-12-12 meme Popcat
122 xyo 0.007 2018-05-21 data XYO
123 ksm 7 2019-12-12 layer-1 Kusama
124 lpt 2.9 2018-12-20 media Livepeer
125 rose 0.011 2020-11-18 layer-1,privacy Oasis
125 beat 1.9 2025-11-01 gaming,media Audiera @ gate btgt mexc lbnk
126 fluid 2.8 2021-06-16 defi,lending Fluid
127 layer 0.16 2025-02-11 restaking Solayer
128 sfp 0.32 2021-02-08 wallet SafePal
129 mog 0.0000003 2023-07-20 meme Mog Coin
130 rvn 0.0072 2018-03-10 layer-1,proof-of-work Ravencoin
131 nmr 9.6 2017-06-26 artificial-intelligence Numeraire
132 zil 0.005 2018-01-25 layer-1 Zilliqa
133 drift 0.15 2024-05-16 defi,governance Drift
134 super 0.2 2021-02-22 gaming SuperVerse
135 ordi 4.1 2023-03-08 meme ORDI
136 celo 0.115 2020-08-28 layer-2,payments Celo
137 core 0.12 2023-02-08 layer-1,smart-contract Core @ okex gate bbsp btgt mexc bmrt bngx xtcm
137 qtum 1.27 2017-05-24 layer-1,smart-contract Qtum
138 prime 0.75 2022-07-12 gaming Echelon Prime
139 gas 2.1 2017-07-06 layer-1 Gas
140 astr 0.011 2022-01-17 layer-1,smart-contract Astar
141 iotx 0.0075 2018-05-25 layer-1 IoTeX
142 arkm 0.19 2023-07-18 data Arkham
143 kmno 0.055 2024-04-30 defi,lending Kamino
144 wal 0.12 2025-03-27 storage Walrus
145 deep 0.045 2024-10-14 defi DeepBook
146 zrc 0.007 2024-11-25 layer-2 Zircuit
147 babydoge 0.0000000006 2021-06-01 meme Baby Doge Coin
148 bome 0.0006 2024-03-14 meme Book of Meme
149 sc 0.0017 2015-08-26 storage Siacoin
150 kava 0.08 2019-10-25 layer-1,defi Kava
150 vsn 0.085 2025-07-16 infrastructure,governance Vision @ krkn gate mexc
151 moodeng 0.075 2024-09-10 meme Moo Deng
152 pnut 0.075 2024-11-03 meme Peanut the Squirrel
153 zen 8.5 2017-05-30 layer-1,privacy Horizen
154 plume 0.018 2025-01-21 real-world-assets Plume
155 ont 0.06 2018-03-08 layer-1 Ontology
156 gmt 0.015 2022-03-09 gaming STEPN
157 neiro 0.00014 2024-07-27 meme Neiro
158 t 0.0094 2022-01-31 privacy,governance Threshold
159 blur 0.03 2023-02-14 nft,governance Blur
160 mew 0.001 2024-03-25 meme cat in a dogs world
161 cspr 0.005 2021-05-11 layer-1 Casper
162 gods 0.07 2021-10-29 gaming Gods Unchained
163 bico 0.045 2021-12-01 infrastructure Biconomy
164 xno 0.7 2017-03-07 layer-1,payments Nano
165 dgb 0.0058 2014-02-06 layer-1,proof-of-work DigiByte
166 ckb 0.0025 2019-11-16 layer-1,proof-of-work Nervos Network
167 hot 0.0005 2018-05-01 infrastructure Holo
168 move 0.035 2024-12-09 layer-2 Movement
169 linea 0.0066 2025-09-10 layer-2 Linea
170 river 8 2025-09-22 defi,governance River @ gate btgt bmrt lbnk
170 trac 0.4 2018-01-29 data OriginTrail
171 velo 0.007 2020-03-03 payments Velo
172 woo 0.027 2020-10-30 defi WOO
173 ctc 0.2 2020-04-01 layer-1,payments Creditcoin @ kcon gate bthb mexc
174 masa 0.02 2024-04-11 data Masa
175 ygg 0.07 2021-07-27 gaming Yield Guild Games
176 vvv 1.6 2025-01-27 artificial-intelligence Venice Token
177 io 0.15 2024-06-11 artificial-intelligence io.net
178 rpl 1.9 2017-09-20 defi,governance Rocket Pool
179 osmo 0.06 2021-06-19 defi,governance Osmosis
180 ssv 3.6 2021-09-16 infrastructure SSV Network
181 me 0.21 2024-12-10 nft Magic Eden
182 uma 0.72 2020-04-29 oracle,governance UMA
183 ilv 7.5 2021-03-30 gaming Illuvium
184 vana 2.9 2024-12-16 data Vana
185 kub 1.2 2021-05-11 exchange-token Bitkub Coin
186 cvc 0.045 2017-07-17 identity Civic
187 xvs 4.6 2020-10-06 defi,lending,governance Venus
188 coti 0.02 2019-06-11 payments COTI
189 spell 0.00024 2021-05-29 defi Spell Token
190 ocean 0.2 2019-05-07 artificial-intelligence,data Ocean Protocol
191 aioz 0.095 2021-04-02 media AIOZ Network
192 icx 0.055 2017-10-27 layer-1 ICON
193 one 0.0034 2019-06-01 layer-1 Harmony
194 xem 0.00085 2015-04-01 layer-1 NEM
195 waves 0.65 2016-06-02 layer-1 Waves
196 luna2 0.07 2022-05-28 layer-1 Terra 2.0
197 lsk 0.19 2016-05-24 layer-2 Lisk
198 iost 0.0016 2018-01-26 layer-1 IOST
199 ustc 0.0065 2022-05-28 algorithmic TerraClassicUSD
200 audio 0.03 2020-10-23 media Audius
201 beam 0.0026 2023-10-27 gaming Beam @ krkn kcon gate bbsp mexc
202 rlc 0.66 2017-04-26 computing iExec RLC
203 api3 0.44 2020-12-01 oracle,governance API3
204 mx 2 2019-08-01 exchange-token MX Token
204 trb 19.8 2019-11-01 oracle Tellor
205 waxp 0.008 2017-12-20 gaming WAX
206 banana 7.5 2023-09-14 bot Banana Gun
207 polyx 0.055 2022-10-17 real-world-assets Polymesh
208 ctsi 0.036 2020-04-21 layer-2 Cartesi
209 glmr 0.024 2022-01-11 layer-1,smart-contract Moonbeam
210 lqty 0.31 2021-04-05 defi,governance Liquity
211 magic 0.1 2021-09-01 gaming Treasure
212 metis 5.6 2021-05-20 layer-2,governance Metis
213 sats 0.00000002 2023-03-09 meme SATS
214 zora 0.045 2025-04-23 nft Zora
215 init 0.095 2025-04-24 layer-1 Initia
216 avnt 0.35 2025-09-09 defi Avantis
217 tnsr 0.08 2024-04-08 nft Tensor
218 acx 0.045 2022-11-28 interoperability,governance Across Protocol
219 powr 0.08 2017-11-01 energy Powerledger
220 mtl 0.39 2017-07-11 payments Metal DAO
221 ach 0.0085 2020-09-08 payments Alchemy Pay
222 fxs 0.75 2020-12-21 defi,governance Frax Share
223 alpha 0.01 2020-10-10 defi Stella
224 steem 0.065 2016-04-18 media Steem
225 hive 0.1 2020-04-27 media Hive
226 ong 0.07 2018-03-08 layer-1 Ontology Gas
227 dent 0.0002 2017-08-12 telecommunication Dent
228 c98 0.023 2021-07-23 wallet Coin98
229 joe 0.07 2021-08-03 defi,governance LFJ
230 people 0.0098 2021-12-22 meme ConstitutionDAO
231 aevo 0.038 2024-03-13 defi Aevo
232 dym 0.07 2024-02-06 modular Dymension
233 manta 0.075 2024-01-18 layer-2 Manta Network
234 alt 0.011 2024-01-25 modular AltLayer
235 xai 0.016 2024-01-09 gaming Xai
236 pixel 0.009 2024-02-19 gaming Pixels
237 portal 0.024 2024-02-29 gaming Portal
238 zeta 0.075 2024-02-05 interoperability ZetaChain
239 saga 0.06 2024-04-09 layer-1 Saga
240 omni 1.6 2024-04-17 modular Omni Network
241 rez 0.0058 2024-04-30 restaking Renzo
242 bb 0.065 2024-05-13 restaking BounceBit
243 not 0.0006 2024-05-16 gaming Notcoin
244 lista 0.16 2024-06-20 defi Lista DAO
245 dogs 0.00005 2024-08-26 meme DOGS
246 hmstr 0.0002 2024-09-26 gaming Hamster Kombat
247 scr 0.085 2024-10-22 layer-2 Scroll
248 cati 0.06 2024-09-20 gaming Catizen @ bnce okex kcon gate bbsp btgt mexc
249 goat 0.04 2024-10-10 meme Goatseus Maximus
250 act 0.02 2024-10-19 meme Act I The AI Prophecy
251 usual 0.027 2024-12-18 defi Usual
252 bio 0.05 2025-01-03 science Bio Protocol
253 aixbt 0.04 2024-11-02 artificial-intelligence aixbt
254 ai16z 0.01 2024-10-25 artificial-intelligence ai16z
255 cgpt 0.035 2023-04-10 artificial-intelligence ChainGPT
256 sign 0.035 2025-04-28 identity Sign
257 baby 0.018 2025-04-10 restaking Babylon
258 sahara 0.03 2025-06-26 artificial-intelligence Sahara AI
259 newt 0.1 2025-06-24 artificial-intelligence Newton Protocol
260 la 0.33 2025-06-04 infrastructure Lagrange
261 era 0.2 2025-07-17 modular Caldera
262 prove 0.4 2025-08-05 infrastructure Succinct
263 mira 0.15 2025-09-26 artificial-intelligence Mira
264 zkc 0.13 2025-09-15 infrastructure Boundless
265 ff 0.1 2025-09-29 defi Falcon Finance
266 yb 0.4 2025-10-15 defi YieldBasis
267 met 0.25 2025-10-23 defi Meteora
268 id 0.06 2023-03-22 identity SPACE ID
269 edu 0.14 2023-04-28 education Open Campus
270 cyber 0.75 2023-08-15 identity Cyber
271 ntrn 0.03 2023-10-10 layer-1 Neutron
272 meme 0.001 2023-11-03 meme Memecoin
273 ace 0.25 2023-12-18 gaming Fusionist
274 nfp 0.03 2023-12-27 nft NFPrompt
275 rdnt 0.01 2022-07-24 defi,lending Radiant Capital
276 gns 1.3 2021-11-26 defi,governance Gains Network
277 hft 0.03 2022-11-07 defi Hashflow
278 hook 0.04 2022-12-01 education Hooked Protocol
279 high 0.22 2021-09-27 gaming Highstreet
280 loka 0.08 2021-11-24 gaming League of Kingdoms Arena
282 tlm 0.0024 2021-04-13 gaming Alien Worlds
283 slp 0.0009 2020-07-28 gaming Smooth Love Potion
284 pyr 0.6 2021-04-28 gaming Vulcan Forged
285 rare 0.025 2021-08-17 nft SuperRare
286 rari 0.2 2020-07-15 nft,governance Rarible
287 rad 0.35 2021-02-25 infrastructure,governance Radworks
288 perp 0.07 2020-09-09 defi,governance Perpetual Protocol
289 forth 1.6 2021-04-22 defi,governance Ampleforth Governance
290 ampl 1.2 2019-06-23 algorithmic Ampleforth
291 farm 19 2020-09-01 defi Harvest Finance
292 bnt 0.41 2017-06-18 defi,governance Bancor
293 ogn 0.031 2020-01-09 nft,defi Origin Protocol
294 mln 4.4 2017-02-15 defi Enzyme
295 badger 0.5 2020-12-03 defi,governance Badger DAO
296 alcx 6 2021-02-27 defi,governance Alchemix
297 kp3r 2.6 2020-10-28 defi,governance Keep3rV1
298 rep 0.9 2016-10-04 prediction,governance Augur
299 srm 0.012 2020-08-11 defi Serum
300 ht 0.2 2018-01-24 exchange-token Huobi Token
301 ftt 0.5 2019-07-29 exchange-token FTX Token
302 cel 0.03 2018-05-03 lending Celsius
303 ren 0.004 2018-02-24 interoperability Ren
304 omg 0.08 2017-07-07 layer-2 OMG Network
305 oxt 0.03 2019-12-17 privacy Orchid
306 dnt 0.014 2017-08-08 governance district0x
307 req 0.1 2017-10-20 payments Request
308 stmx 0.01 2017-12-20 payments StormX
309 ant 8.8 2017-05-18 governance Aragon
310 poly 0.15 2018-02-01 real-world-assets Polymath
311 nu 0.1 2020-10-15 privacy NuCypher
312 keep 0.1 2020-04-28 privacy Keep Network
313 tribe 0.25 2021-04-03 defi,governance Tribe
314 tru 0.014 2020-11-21 defi,lending TrueFi
315 pols 0.1 2020-09-28 launchpad Polkastarter
316 auction 5.2 2020-09-15 launchpad Bounce
317 dodo 0.018 2020-09-29 defi,governance DODO
318 bake 0.05 2020-09-24 defi BakeryToken
319 burger 0.05 2020-09-14 defi BurgerCities
320 alpaca 0.1 2021-03-08 defi,lending Alpaca Finance
321 bel 0.12 2020-09-16 defi Bella Protocol
322 ctk 0.28 2020-10-27 security Shentu
323 idex 0.012 2017-09-28 defi IDEX
324 phb 0.25 2021-05-28 artificial-intelligence Phoenix
325 utk 0.012 2017-11-28 payments xMoney
326 lina 0.0003 2020-09-18 defi Linear Finance
327 front 0.9 2020-09-07 wallet Frontier
328 gal 1.6 2022-05-05 identity Galxe
329 g 0.0045 2024-07-17 layer-1 Gravity
330 rndr 6.5 2020-06-10 artificial-intelligence,gaming Render Token
331 matic 0.38 2019-04-26 layer-2,smart-contract Polygon
332 ftm 0.7 2018-10-30 layer-1,smart-contract Fantom
333 luna 80 2019-05-07 layer-1 Terra
334 klay 0.12 2019-09-27 layer-1,smart-contract Klaytn
335 eos 0.75 2017-07-01 layer-1,smart-contract EOS
336 lend 0.5 2017-12-05 defi,lending Aave (LEND)
337 erd 0.02 2019-07-04 layer-1 Elrond
338 btt 0.003 2019-01-31 storage BitTorrent (Old)
339 anc 2 2021-03-17 defi,lending Anchor Protocol
340 mir 1.5 2020-12-04 defi Mirror Protocol
341 yfii 400 2020-07-26 defi DFI.Money
342 looks 0.01 2022-01-10 nft LooksRare
343 x2y2 0.003 2022-02-15 nft X2Y2
344 gst 0.005 2022-02-20 gaming Green Satoshi Token
345 png 0.06 2021-02-09 defi,governance Pangolin
346 qi 0.004 2021-08-18 defi,lending BENQI
347 sdt 0.2 2021-01-20 defi,governance Stake DAO
348 angle 0.02 2021-11-03 defi,governance Angle
349 bond 0.1 2020-10-20 defi,governance BarnBridge
350 ghst 0.15 2020-09-14 gaming Aavegotchi
351 mplx 0.1 2022-09-19 nft Metaplex
352 mngo 0.015 2021-08-10 defi,governance Mango
353 step 0.03 2021-04-19 defi Step Finance
354 cetus 0.03 2023-05-10 defi Cetus Protocol
355 navx 0.02 2024-02-26 defi,lending NAVI Protocol
356 haedal 0.04 2025-04-29 defi Haedal Protocol
357 mobile 0.0002 2022-12-01 infrastructure Helium Mobile
358 honey 0.015 2022-11-02 data Hivemapper
359 toshi 0.0003 2023-08-15 meme Toshi
360 degen 0.0012 2024-01-08 meme Degen
361 pundix 0.2 2021-04-08 payments Pundi X
362 vtho 0.0011 2018-08-03 layer-1 VeThor Token
363 wan 0.07 2018-03-23 interoperability Wanchain
364 ardr 0.055 2016-07-24 layer-1 Ardor
365 stpt 0.05 2019-06-04 real-world-assets STP
366 elf 0.1 2017-12-21 layer-1 aelf
367 loom 0.03 2018-03-02 layer-2 Loom Network
368 fun 0.003 2017-06-27 gaming FUNToken
369 lto 0.01 2019-01-15 layer-1 LTO Network
370 chr 0.04 2019-05-28 layer-1 Chromia
371 arpa 0.012 2019-05-06 privacy ARPA
372 dusk 0.045 2019-07-22 privacy Dusk
373 troy 0.0002 2019-12-05 trading Troy
374 key 0.0003 2018-01-11 identity SelfKey
375 data 0.006 2017-10-24 data Streamr
376 tfuel 0.015 2019-03-15 media Theta Fuel
377 xvg 0.0058 2014-10-09 layer-1,privacy Verge
378 kmd 0.02 2016-09-14 layer-1 Komodo
379 btg 0.6 2017-10-24 layer-1,proof-of-work Bitcoin Gold
380 sys 0.02 2014-08-16 layer-1 Syscoin
381 win 0.00003 2019-07-30 gaming WINkLink
382 nft 0.0000004 2021-06-07 nft AINFT
383 hegic 0.012 2020-10-10 defi Hegic
384 swrv 0.01 2020-09-04 defi Swerve
385 cream 1.2 2020-08-04 defi,lending Cream
386 pickle 0.6 2020-09-14 defi Pickle Finance
387 index 1.2 2020-10-06 defi,governance Index Cooperative
388 dpi 70 2020-09-10 defi,index DeFi Pulse Index
389 mta 0.02 2020-07-18 defi,governance mStable
391 rai 3.1 2021-02-17 defi Rai Reflex Index
390 inv 25 2020-12-19 defi,lending,governance Inverse Finance
392 wnxm 55 2020-07-13 defi,insurance Wrapped NXM
393 ohm 19 2021-03-23 defi,governance Olympus
394 pha 0.045 2020-05-13 privacy Phala Network
395 adx 0.09 2017-08-21 advertising AdEx
396 movr 2.6 2021-08-27 layer-1,smart-contract Moonriver
397 lon 0.5 2020-12-23 defi,governance Tokenlon
398 bifi 125 2020-10-08 defi,governance Beefy
399 fox 0.015 2019-10-01 defi,governance ShapeShift FOX Token
400 boo 0.25 2021-04-20 defi,governance SpookySwap
401 xava 0.12 2021-08-18 launchpad Avalaunch
402 bsw 0.012 2021-05-24 defi,governance Biswap
403 mbox 0.03 2021-04-06 gaming MOBOX
404 fis 0.05 2020-09-08 defi,staking StaFi
405 for 0.001 2019-08-15 defi,lending ForTube
406 mdx 0.006 2021-01-19 defi,governance Mdex
407 dego 0.5 2020-09-18 nft,defi Dego Finance
408 wing 0.2 2020-09-12 defi,lending Wing Finance
409 auto 4 2020-12-15 defi,governance Auto
410 swap 0.06 2020-07-10 defi,launchpad TrustSwap
411 dpx 2.5 2021-06-28 defi,options Dopex
412 dfi 0.004 2020-06-30 defi,layer-1 DeFiChain
413 zcn 0.01 2018-03-21 storage Zus
414 boring 0.0003 2021-12-10 interoperability BoringDAO
415 umee 0.0004 2022-02-15 defi,layer-1 Umee
416 xhv 0.0005 2018-05-10 privacy Haven
417 orn 0.9 2020-07-14 defi,governance Orion
418 bit 0.5 2021-07-15 governance BitDAO
419 ern 1.8 2021-03-08 nft Ethernity
420 pla 0.17 2020-10-26 gaming PlayDapp
421 sxp 0.06 2019-08-26 payments SXP
422 gtc 0.12 2021-05-25 governance Gitcoin
423 stg 0.13 2022-03-17 interoperability Stargate Finance
424 xcn 0.006 2022-03-22 defi Onyxcoin
425 scrt 0.12 2020-02-12 layer-1,privacy Secret
426 rif 0.04 2019-01-25 infrastructure RIF Token
427 orbs 0.012 2019-05-15 layer-1 Orbs
428 syn 0.06 2021-08-30 interoperability Synapse
429 juno 0.06 2021-12-20 layer-1,smart-contract JUNO
430 wemix 0.4 2020-10-28 layer-1,gaming WEMIX
431 swell 0.004 2024-11-07 defi,governance Swell
432 multi 0.6 2021-12-16 interoperability Multichain
433 rgt 0.3 2020-10-21 defi,governance Rari Governance Token
434 digg 9000 2021-01-23 defi DIGG
435 rook 0.6 2020-11-16 defi,governance Rook
436 sfi 30 2020-11-01 defi,governance Saffron.finance
437 nftx 20 2020-12-24 nft,governance NFTX
438 maps 0.01 2020-11-18 data MAPS
439 wom 0.005 2020-07-13 advertising WOM
440 prq 0.02 2020-09-09 data PARSIQ
441 qsp 0.002 2017-11-23 security Quantstamp
442 btm 0.008 2017-08-08 layer-1 Bytom
443 rcn 0.0009 2017-11-03 lending Ripio
444 mpl 33 2021-04-28 defi,lending Maple
445 gnt 0.2 2016-11-18 computing Golem (GNT)
446 bts 0.001 2014-07-21 layer-1 BitShares
447 bcn 0.000015 2014-06-17 layer-1,proof-of-work,privacy Bytecoin
448 strat 0.35 2016-08-12 layer-1 Stratis
449 mona 0.2 2014-03-20 layer-1,proof-of-work MonaCoin
450 ppt 0.05 2017-07-10 lending Populous
451 hc 0.02 2017-08-20 layer-1,proof-of-work HyperCash
452 ark 0.28 2017-03-22 layer-1 Ark
453 nxt 0.001 2013-12-04 layer-1 Nxt
454 vtc 0.05 2014-01-20 layer-1,proof-of-work Vertcoin
455 qash 0.001 2017-11-06 exchange-token QASH
456 salt 0.01 2017-09-29 lending SALT
457 maid 0.3 2014-04-28 storage MaidSafeCoin
458 pivx 0.14 2016-02-13 layer-1,privacy PIVX
459 pay 0.01 2017-07-06 payments TenX
460 snt 0.012 2017-06-28 infrastructure Status
461 wtc 0.02 2017-08-27 supply-chain Waltonchain
462 fct 0.03 2015-10-06 data Factom
463 dgd 30 2016-04-18 governance DigixDAO
464 gbyte 6 2016-12-27 layer-1 Obyte
465 xzc 1 2016-10-06 layer-1,proof-of-work,privacy Zcoin
466 firo 1 2020-10-28 layer-1,proof-of-work,privacy Firo
467 ven 1.06 2017-08-22 supply-chain VeChain (VEN)
468 icn 0.2 2016-10-01 investment Iconomi
469 rdn 0.004 2017-11-08 layer-2 Raiden Network Token
470 ae 0.005 2017-06-01 layer-1,smart-contract Aeternity
471 mco 2.9 2017-07-03 payments MCO
472 sub 0.001 2017-09-26 infrastructure Substratum
473 rhoc 0.02 2017-10-05 layer-1 RChain
474 bcd 0.06 2017-11-24 layer-1,proof-of-work Bitcoin Diamond
475 drgn 0.02 2017-12-28 layer-1 Dragonchain
476 rdd 0.00004 2014-02-10 layer-1,payments ReddCoin
477 etn 0.0013 2017-11-02 layer-1,payments Electroneum
478 nas 0.004 2017-08-08 layer-1 Nebulas
479 nuls 0.01 2017-09-28 layer-1 NULS
480 aion 0.002 2017-10-18 layer-1,interoperability Aion
481 eng 0.5 2017-10-12 privacy Enigma
482 npxs 0.0002 2018-03-22 payments Pundi X (NPXS)
483 xin 60 2018-01-09 layer-1 Mixin
484 vsys 0.0004 2019-03-05 layer-1 V Systems
485 kda 0.008 2020-06-29 layer-1,proof-of-work Kadena
486 tel 0.0045 2018-01-16 payments Telcoin
`
