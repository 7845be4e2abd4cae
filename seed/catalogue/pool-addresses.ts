import type { Pool } from '../pools/pool-list.ts'
import { contractAddress } from './addresses.ts'

/** Well-known contracts, by protocol, chain, tokens and fee in basis points. */
const known: Record<string, string> = {
  'usp3 ethereum weth-usdc 5': '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640',
  'usp3 ethereum weth-usdc 30': '0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8',
  'usp3 ethereum weth-usdt 30': '0x4e68ccd3e89f51c3074ca5072bbac773960dfa36',
  'usp3 ethereum weth-usdt 5': '0x11b815efb8f581194ae79006d24e0d814b7697f6',
  'usp3 ethereum wbtc-weth 30': '0xcbcdf9626bc03e24f779434178a73a0b4bad62ed',
  'usp3 ethereum wbtc-usdc 30': '0x99ac8ca7087fa4a2a1fb6357269965a2014abc35',
  'usp3 ethereum wbtc-usdt 30': '0x9db9e0e53058c89e5b94e29621a205198648425b',
  'usp3 ethereum weth-dai 30': '0xc2e9f25be6257c210d7adf0d4cd6e3e881ba25f8',
  'usp3 ethereum link-weth 30': '0xa6cc3c2531fdaa6ae1a3ca84c2855806728693e8',
  'usp3 ethereum uni-weth 30': '0x1d42064fc4beb5f8aaf85f4617ae8b3b5b8bd801',
  'usp3 ethereum aave-weth 30': '0x5ab53ee1d50eef2c1dd3d5402789cd27bb52c1bb',
  'usp3 ethereum mkr-weth 30': '0xe8c6c9227491c0a8156a0106a0204d881bb7e531',
  'usp3 ethereum ldo-weth 30': '0xa3f558aebaecaf0e11ca4b2199cc5ed341edfd74',
  'usp3 ethereum crv-weth 100': '0x4c83a7f819a5c37d64b4c5a2f8238ea082fa1f4e',
  'usp3 ethereum wsteth-weth 1': '0x109830a1aaad605bbf02a9dfa7b0b92ec2fb7daa',
  'usp3 ethereum reth-weth 5': '0xa4e0faa58465a2d369aa21b3e42d43374c6f9613',
  'usp3 ethereum cbeth-weth 5': '0x840deeef2f115cf50da625f7368c24af6fe74410',
  'usp3 ethereum usdc-usdt 1': '0x3416cf6c708da44db2624d63ea0aaef7113527c6',
  'usp3 ethereum dai-usdc 1': '0x5777d92f208679db4b9778590fa3cab3ac9e2168',
  'usp3 ethereum paxg-usdc 30': '0xb431c70f800100d87554ac1142c4a94c5fe4c0c4',
  'usp2 ethereum weth-usdc 30': '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc',
  'usp2 ethereum weth-usdt 30': '0x0d4a11d5eeaac28ec3f61d100daf4d40471f1852',
  'usp2 ethereum weth-dai 30': '0xa478c2975ab1ea89e8196811f51a7b7ade33eb11',
  'usp2 ethereum wbtc-weth 30': '0xbb2b8038a1640196fbe3e38816f3e67cba72d940',
  'usp2 ethereum uni-weth 30': '0xd3d2e2692501a5c9ca623199d38826e513033a17',
  'usp2 ethereum link-weth 30': '0xa2107fa5b38d9bbd2c461d6edf11b11a50f6b974',
  'usp2 ethereum paxg-weth 30': '0x9c4fe5ffd9a9fc5678cfbd93aa2d4fd684b67c4c',
  'sush ethereum sushi-weth 30': '0x795065dcc9f64b5614c407a6efdc400da6221fb0',
  'sush ethereum weth-usdc 30': '0x397ff1542f962076d0bfe58ea045ffa2d347aca0',
  'sush ethereum wbtc-weth 30': '0xceff51756c56ceffca006cd410b03ffc46dd3a58',
  'sush ethereum weth-usdt 30': '0x06da0fd433c1a5d7a4faa01111c044910a184553',
  'sush ethereum weth-dai 30': '0xc3d03e4f041fd4cd388c549ee2a29a9e5075882f',
  'curv ethereum dai-usdc-usdt 4': '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7',
  'curv ethereum steth-weth 4': '0xdc24316b9ae028f1497c275eb9192a3ea0f67022',
  'curv ethereum frax-usdc 4': '0xdcef968d416a41cdac0ed8702fac8128a64241a2',
  'curv ethereum pyusd-usdc 2': '0x383e6b4437b59fff47b619cba855ca29342a8559',
  'curv ethereum crvusd-usdt 1': '0x390f3595bca2df7d23783dfd126427cceb997bf4',
  'cur2 ethereum wbtc-weth-usdt 30': '0xd51a44d3fae010294c616388b506acda1bfaae46',
  'cur2 ethereum crv-weth 40': '0x8301ae4fc9c624d1d396cbdaa1ed877821d7c511',
  'cur2 ethereum cbeth-weth 4': '0x5fae7e604fc3e24fd43a72867cebac94c65b404a',
  'bal2 ethereum bal-weth 100': '0x5c6ee304399dbdb9c8ef030ab642b10820db8f56',
  'bal2 ethereum aave-weth 30': '0x3de27efa2f1aa663ae5d458857e731c129069f29',
  'bal2 ethereum wbtc-weth 25': '0xa6f548df93de924d73be7d25dc02554c6bd66db5',
  'bal2 ethereum reth-weth 4': '0x1e19cf2d73a72ef1332c882f20534b6519be0276',
  'bal2 ethereum wsteth-weth 1': '0x32296969ef14eb0c6d29669c550d4a0449130230',
  'orca solana wsol-usdc 4': 'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE',
  'rayd solana wsol-usdc 25': '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2',
  'rayd solana ray-usdc 25': '6UmmUiYoBjSrhakAobJw8BvkmJtDVxaeBtbt7rxWo1mg',
}

/** A pool without a contract on the real chain has a generated address, the same under every seed. */
export function poolAddress({ id, protocol, blockchain, tokens, fee }: Pool): string {
  const name = `${protocol} ${blockchain} ${tokens.join('-')} ${Math.round(fee * 10_000)}`
  return known[name] ?? contractAddress(blockchain, `pool ${id}`)
}
