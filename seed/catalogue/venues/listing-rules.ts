/**
 * What an exchange lists beyond what profiles fill ahead: by quote, the number of coins, the largest first, then more assets
 * after + and coins that it does not list after −. Coins whose rows name exchanges are no matter of these rules.
 * docs/differences.md names what they were compared with.
 */
export type QuoteRules = Record<string, string>

const privacy = 'xmr zec dash zen bdx'
/** Tokens of protocols that price feeds ask for, whatever their rank. */
const defi =
  'yfi 1inch rpl ens fxs chz enj om perp uma bnt rune spell dydx gno lqty alpha farm cream dpi index ampl rai susd mim ren ogn mln rep nmr badger alcx cvx kp3r knc zrx bat sand axs ape lrc imx storj frax lusd xaut'
/** Coins that Binance has listed against bitcoin, and against ether, whatever their rank. */
const ofEth =
  'dot matic atom uni etc xlm near fil icp vet apt qnt ape mana sand axs theta aave eos xtz egld flow grt mkr crv comp sushi yfi 1inch knc lrc zrx bat enj chz storj ankr ldo ens imx gmx op arb usdc link'
const ofBtc = `${ofEth} algo hbar snx bal ren omg ocean band badger srm mln rep nmr ogn cvx paxg rpl`
const old = 'matic ftm rndr klay eos lend luna omg rep ren loom badger kp3r ant dnt poly'

export const spotRules: Record<string, QuoteRules> = {
  cbse: {
    usd: `
      230 + bnb dai jitosol usdp usd1 usds matic gyen pyusd gusd wbtc rndr eos audio rlc api3 trb ctsi lqty magic
      metis zora avnt tnsr acx powr ach c98 alt zeta omni rez bio newt la era prove zkc yb met rare rari rad perp
      forth farm bnt ogn mln badger alcx kp3r rep ren omg dnt req ant poly nu keep tribe tru auction idex front gal g
      mir qi ghst mplx mobile honey toshi degen pundix vtho loom arpa index rai inv fox fis orn bit ern pla − trx xmr
      m kas nexo xdc virtual lunc bsv dexe iota ar enj theta neo cfx bttc rune agix twt dcr a bdx kaia jst sun grass
      brett zbcn snek xec om gmx sfp rvn zil ordi qtum gas astr wal deep zrc babydoge bome sc ont neiro mew cspr xno
      dgb ckb hot move woo masa ygg ssv vana xvs`,
    eur: '12 − xmr',
    gbp: '10 − xmr',
    usdc: '6',
    btc: '10 − xmr trx',
  },
  bnce: {
    usdt: `
      439 + bnsol euri fdusd ftt rlusd usd1 usdc usde usdp wbeth xaut eos ftm matic klay rndr ust vai busd orn ern pla
      − hype cro mnt m kas flr xdc ip bsv spx mon bdx fartcoin hnt grass ath brett safe zbcn akt snek popcat xyo fluid
      mog drift prime cc deep zrc moodeng mew cspr gods trac velo masa vvv aioz zora acx zeta goat ai16z rari ampl
      looks sdt angle mplx mngo step navx mobile honey toshi degen hegic swrv pickle index dpi mta rai inv ohm lon fox
      boo xava`,
    usdc: '50 + eur',
    fdusd: '14 + usdc',
    btc: `21 + wbeth snt ark strat ven xzc mco eng npxs icn salt sub ${ofBtc}`,
    eth: `12 + wbeth bnsol ${ofEth}`,
    bnb: '8',
    try: '40 + usdc',
    brl: '10 + usdc eth',
    bidr: '4 + usdt',
    idrt: '2 + usdt',
    eur: '12 + euri',
    busd: '10',
    jpy: '10',
    mxn: '0 + usdt',
    zar: '0 + usdt btc',
    ars: '0 + usdt btc',
  },
  binc: { usdt: '14', usdc: '10' },
  krkn: {
    usd: `
      351 + bnb eos ftm matic ust usde usds usdg rlusd tbtc cbbtc eurt eurq eurr usdq usdr wbtc steth gbp aud susd kcs
      idex gal luna btt mir gst bond ghst mngo step honey chr arpa key win pha adx movr fis bit − m nexo lunc bsv dexe
      iota theta cfx agix twt dcr bdx kaia grass cake brett zbcn snek skl glm amp xec xyo fluid sfp rvn zil ordi gas
      cc iotx deep zrc babydoge bome zen cspr gods hot move velo masa io ilv vana xvs aioz xem iost ustc trb waxp
      banana polyx quick magic sats acx mtl steem hive ong joe people manta xai pixel omni bb not lista dogs hmstr scr
      act aixbt ai16z cgpt mira id edu cyber ace nfp rdnt gns hook high loka slp pyr ampl dnt stmx poly nu tribe`,
    eur: '90 + dai paxg tusd pyusd usde usdg rlusd eurc eurt eurq eurr tbtc matic mln badger rep',
    gbp: '12 + usdc',
    usdt: '12 + usdc',
    usdc: '12',
    btc: '12 + wbtc tbtc',
    eth: '11 + wbtc steth',
    jpy: '4',
    cad: '8 + usdc',
    aud: '11 + usdc',
    chf: '4 + usdc',
  },
  bfnx: {
    usd: `
      81 + dai eos eurt ftm kcs leo matic mim okb usdc usde usdq usdr sai ust wbtc eur gbp mxnt cnht susd comp mon enj theta neo zro
      bat bttc zrx snx gno knc egld jst sun 1inch jto grt sushi glm yfi om mask ksm axs zil mana qtum sand zrc ape
      pnut t lrc xno woo uma spell one waves luna2 waxp ampl bnt mln rep cel omg req ant luna btt fun dusk xvg btg nft
      − cro mnt m op kas qnt sky render stx xdc bonk inj tia dexe pyth 2z`,
    usdt: '16 + leo xaut eurt usdc',
    btc: '12 + leo',
    eur: '10 + eurt eurq eurr',
    gbp: '3',
    jpy: '2',
  },
  stmp: {
    usd: `
      54 + dai eurc ftm gusd matic pyusd rlusd rndr usde wbtc eur gbp usds xdc bonk fet inj mkr wif gala pyth jasmy
      chz comp pendle enj bat ens zrx snx knc storj cvx 1inch grt dydx ankr sushi skl amp yfi mask bal imx nmr axs
      super mana sand ape band lrc blur gods dgb trac uma spell audio rlc ctsi fxs alpha slp rad perp bnt mln alcx rep
      omg − xmr zec ton wlfi cro mnt m atom icp op kas aster pump vet etc sky floki`,
    eur: '15 + usdc eurc dai eurcv',
    gbp: '8 + usdt',
    btc: '10',
    usdt: '8',
    usdc: '4 + eurc',
  },
  gmni: {
    usd: `
      60 + dai ftm lusd matic mim rlusd rndr usdc usdt ust wbtc inj xtz mkr wif gala dexe pyth chz syrup comp enj bat
      ens zrx snx knc storj cvx 1inch jto hnt grt ankr sushi ray skl amp yfi mask bal popcat lpt imx nmr axs mana orca
      sand iotx ape moodeng pnut gmt lrc mew uma spell audio lqty metis fxs slp rare rad bnt mln badger alcx rep ren
      omg oxt luna index dpi − trx xmr ton wlfi cro mnt tao m icp ena ondo kas aster wld pump vet flr etc sky sei nexo
      stx xdc`,
    gbp: '3',
    eur: '4',
    btc: '4',
    gusd: '4',
    sgd: '3',
  },
  okex: {
    usdt: `
      306 + bnb dai eos klay matic pyusd rndr tusd usdc usde wbtc xaut okb ust gusd meme ace rdnt slp rari perp bnt
      badger alcx kp3r cel ren omg req nu keep auction front gal g luna btt anc mir yfii looks bond ghst cetus elf chr
      kmd btg nft swrv wnxm movr lon fox fis for swap boring umee pla − mnt m vet qnt sky nexo dexe jasmy aero syrup
      pendle rune gno twt bdx storj hnt axl grass ath cake brett cow akt snek amp xyo rose fluid sfp mog drift wal
      deep babydoge kava plume xno ckb hot trac masa vvv io osmo xvs coti ocean aioz audio banana polyx ctsi quick acx
      powr hive ong dent c98 joe manta xai portal saga omni rez lista scr usual cgpt`,
    usdc: '18',
    usd: '12 + usdt usdc',
    usdk: '0 + btc usdt',
    eur: '12 + usdc usdt',
    btc: '12',
    eth: '8 + okb beth',
    brl: '3 + usdt',
    try: '8 + usdt',
    aud: '4 + usdt usdc',
    sgd: '2 + usdt usdc',
  },
  huob: {
    usdt: '110 + ht usdc usdd tusd steth wbtc mkr matic badger srm omg eos luna mln ftt qash snt',
    btc: '14 + ht hbtc',
    usdc: '6',
    usdd: '4',
    eth: '10 + beth',
    ht: '4',
    husd: '8',
  },
  kcon: {
    usdt: `200 + ${defi} kcs usdc usde usdd tusd usdj ousd matic mkr badger srm omg alcx mln ftt`,
    usdc: '12',
    btc: '17 + kcs',
    eth: '12 + kcs',
    eur: '4',
    brl: '2',
    kcs: '6',
    dai: '2',
  },
  gate: {
    usdt: `
      999 + ${defi} fei tribe gt usdc usde usdd dai tusd weeth meth cbbtc usdy lbtc solvbtc fbtc gho usd0 dola ezeth
      rseth frxeth jupsol bsol stsol wbeth vai ageur renbtc hbtc husd eurs kub ftt qash ${old} mkr alcx mln rep srm − ht`,
    usdc: '12',
    btc: '11',
    eth: '10 + gt bch algo hbar snx bal ren ocean band badger alcx mln rep nmr ogn cvx kp3r tusd srm',
    usd: '4',
    try: '11',
  },
  crco: {
    usd: `120 + cro usdc usdt usde pyusd mkr matic alcx badger nmr mln ogn cvx rep`,
    usdt: '12 + cro usdc',
    btc: '10 + cro',
    eur: '8',
  },
  upbt: {
    krw: `
      178 + usd1 usdc xaut matic eos arkm deep sc kava moodeng plume ont gmt t blur mew ckb move linea ygg me vana cvc
      icx waves lsk iost api3 waxp polyx zora avnt powr mtl steem hive ong alt zeta bio sign sahara newt la era prove
      mira zkc ff id cyber rep omg auction gal g toshi pundix vtho ardr stpt elf loom tfuel − hype ltc xmr zec ton tao
      m icp kas aster qnt flr sky floki nexo ldo crv xdc fet lunc mkr wif s dash gala spx dexe jasmy morpho ar pendle
      enj strk cfx rune eigen snx agix ethfi gno twt dcr bdx kaia cvx fartcoin hnt dydx grass sushi cake turbo brett
      celr zbcn rsr snek skl amp yfi bal gmx popcat xyo ksm rose sfp mog nmr ordi prime cc`,
    btc: `
      180 + usdc usdp usdt usds usd1 xaut tusd deep ape sc kava moodeng plume gmt t lrc blur mew dgb ckb move linea
      ygg io me vana cvc ocean waves lsk iost audio rlc api3 waxp polyx ctsi glmr magic zora init avnt powr mtl steem
      hive dent alt zeta scr bio sign baby newt la era prove mira zkc id cyber rad bnt ogn mln rep omg oxt dnt auction
      g haedal pundix ardr elf chr arpa − hype ltc xmr zec ton hbar tao m icp kas aster pepe pump qnt shib flr floki
      nexo ldo xdc bonk fet lunc wif s dash gala spx dexe iota morpho ar theta strk cfx bttc rune eigen agix gno twt
      dcr knc bdx kaia cvx fartcoin hnt dydx grass sushi cake turbo brett celr zbcn snek skl amp xec yfi bal gmx
      popcat xyo ksm rose sfp mog ordi prime cc`,
    usdt: `
      6 + usdc usd1 tusd xaut trx bch uni wlfi xlm mnt near ena ondo op pepe wld trump pump etc fil render jup pengu
      bonk virtual inj xpl ip tia jasmy 2z aero syrup mon neo zro bat zk zrx w ethfi egld jto axl bera kaito ray brett
      safe cow akt om lpt fluid layer rvn drift super gas astr orca arkm wal deep sc moodeng plume mew dgb ckb move
      linea ygg io me vana api3 zora init avnt alt zeta scr bio sign baby sahara la era prove mira zkc ff yb cyber rad
      bnt oxt haedal toshi vtho arpa`,
  },
  bthb: { krw: `110 + usdc usde usds usd1 mkr matic rep omg eos − ${privacy}`, btc: '12' },
  bfly: { jpy: '12 − hype', btc: '3' },
  itbi: { usd: `10 + usdg pyusd usdc − ${privacy} hype doge`, eur: '2' },
  lmax: { usd: `10 − ${privacy} hype doge`, eur: '4' },
  bbsp: {
    usdt: `
      316 + bnb btc3l btc3s dai eos eth3l eth3s ftm ftt kcs kub meth paxg pyusd steth tusd usdc usdd usde usdtb usd1
      usdy wbtc matic rndr fdusd gho usd0 ezeth rseth btcb lbtc bgb eurc xaut cusd slp perp bnt cel ren omg bel
      g luna looks gst mplx navx degen btg nft movr xava mbox dpx − xmr zec cro tao m vet sky dash bsv dexe iota syrup
      neo cfx agix gno dcr knc bdx storj cvx ray turbo celr cow zbcn akt rsr snek skl glm amp om bal xyo lpt sfp nmr
      super gas astr orca cc iotx babydoge moodeng band ont xno ckb trac ygg vvv osmo ilv cvc xvs coti ocean luna2 lsk
      iost audio rlc api3 trb banana polyx ctsi quick lqty metis zora acx powr mtl alpha steem hive ong dent joe pixel
      saga rez lista act usual bio aixbt ai16z baby edu ntrn ace nfp gns`,
    usdc: '17 + mnt meth',
    eur: '14 + usdc usdt',
    btc: '11',
    eth: '4 + meth',
    brl: '8 + usdt usdc',
    try: '4 + usdt',
    pln: '2 + usdt',
  },
  btgt: {
    usdt: '200 + bgb hft loka tlm stmx bel yfii usdc usde dai mkr matic eos rndr steth wbtc',
    usdc: '12',
    btc: '6',
    eth: '4',
    eur: '6 + usdt usdc',
    brl: '2 + usdt',
  },
  mexc: {
    usdt: `999 + ${defi} usdc usde dai usdd tusd fei vai ageur mx okb bgb gt ht leo ftt eurc wbtc steth ${old} mkr`,
    usdc: '17 + mx eurc',
    btc: '12',
    eth: '10',
    eur: '8 + usdt usdc',
    brl: '2 + usdt',
  },
  bnus: {
    usd: `21 + usdc usdt dai matic omg rep alcx − ${privacy}`,
    usdt: `24 + usdc dai matic − ${privacy}`,
    btc: '12',
    usdc: '4',
    eth: '2',
  },
  btso: {
    mxn: '14 + usdt usdc dai tusd usd mkr matic',
    usd: '14 + usdt usdc dai matic',
    btc: '12 + mana',
    brl: '10 + usdt usdc',
    ars: '4 + usdt usdc dai',
    cop: '3 + usdt',
    usdt: '4',
  },
  mbtc: { brl: '28 + usdt usdc dai paxg mkr matic wbtc brz' },
  ccck: { jpy: '12 + dai mkr matic − xmr zec dash hype trx sui' },
  zaif: { jpy: '6 + xem − sol bnb', btc: '2 + xem' },
  btbk: { jpy: '14 + mkr matic omg − xmr zec dash', btc: '6' },
  cone: { krw: `37 + usdt usdc mkr matic eos − ${privacy}` },
  krbt: { krw: `26 + usdt usdc dai matic − ${privacy}` },
  btrk: { try: '25 + usdt usdc mkr matic', usdt: '17 + mkr matic', btc: '3' },
  prbu: { try: '16 + usdt usdc matic mkr', usdt: '12' },
  indo: { idr: '20 + usdt usdc idrt mkr matic', usdt: '10' },
  btcm: { aud: '12 + usdt usdc audd matic omg comp − xmr zec dash hype', btc: '4' },
  inrs: {
    aud: '12 + usdt usdc dai matic mkr gusd audd − xmr zec dash hype',
    usd: '11 + usdt usdc',
    nzd: '10 + usdt usdc',
    sgd: '6 + usdt usdc xsgd',
  },
  luno: { zar: '11 + usdt usdc matic', ngn: '3 + usdt usdc', myr: '10 + usdc', eur: '4', gbp: '4', idr: '3', btc: '4' },
  cexi: { usd: '17 + usdt usdc dai matic mkr omg rep', eur: '14 + usdt usdc', gbp: '11 + usdt', usdt: '12', btc: '4' },
  exmo: {
    usd: '14 + usdt usdc dai',
    usdt: '14',
    eur: '11 + usdt',
    btc: '12',
    uah: '4 + usdt',
    rub: '8 + usdt',
    pln: '3',
  },
  hitb: {
    usdt: '33 + usdc dai sai tusd eurs mkr matic badger omg rep mln srm',
    btc: '12 + mkr rep bcn strat maid nxt snt icn ppt eng xzc',
    eth: '6 + rep omg',
    usdc: '4',
  },
  polo: {
    usdt: '34 + usdc usdd usdj tusd dai wbtc mkr matic badger rep omg srm mln gnt pax',
    btc: '16 + rep omg mln renbtc bts bcn maid nxt vtc strat fct',
    trx: '10',
    usdd: '6',
    usdc: '6',
  },
  btrx: {
    usd: '21 + usdt usdc dai mkr matic omg rep gnt pax',
    usdt: '24 + usdc dai brz tryb mkr matic badger srm mln rep omg',
    btc: '14 + mkr matic rep omg nmr mln strat ark nxt vtc fct pivx snt pay mco salt rdd',
    eth: '6',
    eur: '8 + usdt',
  },
  ftxx: {
    usd: '29 + ftt usdt dai wbtc mkr matic srm badger mln kp3r omg luna busd stsol brz tryb eur gbp aud paxg xaut',
    usdt: '17 + ftt srm',
    btc: '12 + ftt',
    eur: '4 + ftt',
    eurt: '3',
    try: '3',
  },
  okcn: { usd: '12 + okb usdt usdc usdk dai cusd matic omg', eur: '10', usdt: '4', btc: '4' },
  btvo: { eur: '120 + usdc usdt dai eurc mkr matic badger omg rep mln alcx cvx paxg usde wbtc', usdc: '12' },
  wtbt: {
    usdt: '41 + usdc dai tusd mkr matic',
    btc: '16',
    eur: '12 + usdt usdc',
    usd: '12 + usdt usdc',
    try: '10 + usdt',
    uah: '6 + usdt',
    usdc: '12',
  },
  cnex: { usdt: '49 + usdc dai mkr matic badger rep omg', btc: '17', usdc: '11' },
  lbnk: { usdt: '52 + usdc mkr matic', btc: '4', eth: '4' },
  bmrt: {
    usdt: '200 + usdc dai tusd usde matic mkr eos rndr ftm luna ust mx gt okb ftt xaut eurs',
    usdc: '12',
    btc: '12',
    eth: '10',
  },
  bngx: { usdt: '200 + usdc usde usd1 matic mkr eos rndr ftm steth wbtc xaut', usdc: '12', btc: '4' },
  phmx: { usdt: '100 + usdc usde tusd matic mkr eos ftm', usdc: '6', btc: '2' },
  xtcm: {
    usdt: '200 + usdc dai tusd usde usdd matic mkr eos rndr ftm luna ust mx gt okb bgb ftt wbtc',
    usdc: '12',
    btc: '12',
    eth: '10',
  },
  btkb: { thb: '80 + kub usdt usdc dai matic mkr xaut − xmr zec dash hype' },
  blsh: {
    usdc: '17 + usdt eurc dai usd1 rlusd pyusd',
    usd: '10 + usdc usdt',
    usdt: '12',
    btc: '6',
    eur: '2 + eurc usdc eurcv',
  },
  hypl: { usdc: '4 + hype usde usdt pump fartcoin xaut' },
}

export const perpetualRules: Record<string, QuoteRules> = {
  bbit: { usdt: '49 + mkr matic', usdc: '12', usd: '10' },
  binc: { usdt: '52 + mkr matic luna', usdc: '12', usd: '12', busd: '12' },
  okex: { usdt: '34 + okb mkr matic', usd: '11', usdc: '4' },
  drbt: { usdc: '11' },
  btmx: { usdt: '17', usd: '12' },
  huob: { usdt: '25 + matic', usd: '11' },
  kcon: { usdt: '41 + matic', usdc: '10', usd: '4' },
  gate: { usdt: '46 + gt matic mkr', btc: '0 + btc' },
  crco: { usd: '24 + cro' },
  bfnx: { usdt: '14' },
  btgt: { usdt: '49 + bgb mkr matic', usdc: '12', usd: '6' },
  mexc: { usdt: '52 + mkr matic', usdc: '4', usd: '4' },
  ftxx: { usd: '28 + ftt matic srm luna mkr' },
  wtbt: { usdt: '26' },
  cnex: { usdt: '26', usd: '2' },
  bmrt: { usdt: '41 + mkr matic' },
  bngx: { usdt: '46 + mkr matic', usdc: '4' },
  phmx: { usdt: '41 + mkr matic', usd: '4' },
  xtcm: { usdt: '41 + mkr matic', usd: '6' },
  hypl: { usdc: '32 + mkr matic' },
  dydx: { usd: '24 + mkr matic' },
  krft: { usd: '34 + mkr matic' },
}
