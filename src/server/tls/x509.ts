import 'reflect-metadata'
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import * as asn1 from '@peculiar/asn1-x509'
import * as x509 from '@peculiar/x509'
import { day } from '../../market/time.ts'

x509.cryptoProvider.set(webcrypto as unknown as Parameters<typeof x509.cryptoProvider.set>[1])

/** Certificate and private key, as PEM. */
export interface Credentials {
  cert: string
  key: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const { subtle } = webcrypto

/** The library uses the types of browsers, whose list of key usages is shorter. */
type KeyPair = NonNullable<Parameters<typeof x509.X509CertificateGenerator.createSelfSigned>[0]>['keys']
type PrivateKey = KeyPair['privateKey']

const loopback = ['127.0.0.0/8', '::1/128']

/** A self-signed authority that may sign for these names and loopback addresses only, so trusting it risks no other site. */
export async function createAuthority(names: readonly string[], days: number): Promise<Credentials> {
  const keys = await createKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...terms(days),
    name: 'CN=market-data-sandbox local authority',
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      constraintsOf(names),
    ],
  })
  return { cert: certificate.toString('pem'), key: pemOf(keys.privateKey) }
}

/** A server certificate for these names, the names below `localhost`, and loopback addresses. */
export async function issueCertificate(
  authority: Credentials,
  names: readonly string[],
  days: number,
): Promise<Credentials> {
  const keys = await createKeys()
  const issuer = new x509.X509Certificate(authority.cert)
  const dns = ['*.localhost', ...names].map((value): x509.JsonGeneralName => ({ type: 'dns', value }))
  const addresses = ['127.0.0.1', '::1'].map((value): x509.JsonGeneralName => ({ type: 'ip', value }))
  const certificate = await x509.X509CertificateGenerator.create({
    ...terms(days),
    subject: 'CN=market-data-sandbox',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await privateKeyOf(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([...dns, ...addresses]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  return { cert: certificate.toString('pem'), key: pemOf(keys.privateKey) }
}

/** Valid from yesterday on, because clocks differ. */
function terms(days: number) {
  const now = Date.now()
  // A serial number is positive.
  const serialNumber = `00${randomBytes(16).toString('hex')}`
  return {
    serialNumber,
    notBefore: new Date(now - day),
    notAfter: new Date(now + days * day),
    signingAlgorithm: algorithm,
  }
}

function constraintsOf(names: readonly string[]): x509.Extension {
  const permitted = [
    ...names.map(dNSName => new asn1.GeneralName({ dNSName })),
    ...loopback.map(iPAddress => new asn1.GeneralName({ iPAddress })),
  ]
  const permittedSubtrees = new asn1.GeneralSubtrees(permitted.map(base => new asn1.GeneralSubtree({ base })))
  return new x509.Extension(
    asn1.id_ce_nameConstraints,
    true,
    AsnConvert.serialize(new asn1.NameConstraints({ permittedSubtrees })),
  )
}

async function createKeys(): Promise<KeyPair> {
  return (await subtle.generateKey(algorithm, true, ['sign', 'verify'])) as unknown as KeyPair
}

function pemOf(key: PrivateKey): string {
  return KeyObject.from(key as unknown as webcrypto.CryptoKey)
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

async function privateKeyOf(pem: string): Promise<PrivateKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  return (await subtle.importKey('pkcs8', der, algorithm, true, ['sign'])) as unknown as PrivateKey
}
