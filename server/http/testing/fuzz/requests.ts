import fc from 'fast-check'
import { type Description, type Operation, operationsOf } from '../operations.ts'
import { boundsIn, type Known, toJson, validValue, wrongValue } from './values.ts'

/** Who sends a request. `other` is a second patient. */
export type Role = 'nobody' | 'patient' | 'other' | 'admin'
/** `expired`: the session has ended. `forged`: signed with another key. `foreign`: issued by another server with the
 *  same key. */
const credentials = ['valid', 'expired', 'forged', 'foreign'] as const
export type Credential = (typeof credentials)[number]
export type Proof = 'token' | 'cookie' | 'both'

/** A request to an operation. `url` and `body` contain placeholders for what is the sender's own. `flaw` says what is
 *  wrong with it. */
export type GeneratedRequest = {
  operation: Operation
  role: Role
  credential: Credential
  proof: Proof
  url: string
  body: string | undefined
  type: string
  flaw: string
}

/** Placeholders for the sender's own email, their own patient, an appointment of theirs, and the token of its link. */
export const own = 'own@example.org'
export const ownPatient = '00000000-0000-4000-8000-0000000000a2'
export const ownAppointment = '00000000-0000-4000-8000-0000000000a1'
export const ownLink = 'the-link-of-an-own-appointment'

type Fields = Record<string, unknown>
type Parts = { path: Fields; query: Fields; body: unknown }

const types = ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'multipart/form-data']
const structural = ['missing', 'twice', 'prototype key', 'truncated', 'content type', 'body'] as const
type Flaw = {
  isFlawed: boolean
  pick: number
  wrong: [kind: string, value: unknown]
  structural: (typeof structural)[number] | undefined
}
const photo = [
  '--x',
  'Content-Disposition: form-data; name="image"; filename="a.png"',
  'Content-Type: image/png',
  '',
  'no picture',
  '--x--',
  '',
].join('\r\n')

/** What seldom or never succeeds, because it needs what no generated value is: the answer of a passkey, a code, a token
 *  of an email, a signature, a photo, a file, a payment, a state that an earlier request made, or an id of the
 *  sender's. */
const needsMore = [
  'addPasskey',
  'signInWithPasskey',
  'enterAppCode',
  'enterRecoveryCode',
  'resetPassword',
  'verifyEmail',
  'receivePaymentEvent',
  'receiveTextEvent',
  'signUp',
  'followDays',
  'renewRecoveryCodes',
  'beginPasskey',
  'uploadImage',
  'removePasskey',
  'removeSecondFactor',
  'retryRefund',
  'refundPayment',
  'reportPayment',
  'signOutDevice',
  'resolveAttention',
  'listMoveTimes',
  'askForAbsence',
  'withdrawAbsenceRequest',
  'refuseAbsence',
  'confirmEmail',
  ...['acceptPerson', 'leavePerson', 'sharePerson', 'endAccess', 'mergePatients', 'previewMerge'],
  ...['readShared', 'handOverPerson', 'agreeAccess', 'claimRecord', 'undoMerge'],
  ...['addPatientAccount', 'removePatientAccount', 'noteDeath', 'removeDeath'],
  ...['setUp', 'changeTimeZone', 'changeCalendar', 'eraseAccountOf'],
  ...['readInvitation', 'acceptInvitation', 'acceptWithNewAccount', 'inviteStaff', 'sendInvitationAgain'],
  ...['withdrawInvitation', 'changeRole', 'endStaff', 'listTreatmentChoices'],
  ...['takePayment', 'voidPayment', 'handOutRefund', 'changePrice', 'chargeNoShow', 'changeTreatment'],
  ...['sendReceipt', 'getReceiptFile', 'closeTill', 'createLinkedIntent', 'reportLinkedPayment'],
  ...['joinWaitingList', 'leaveWaitingList', 'addCaller', 'removeWaiting', 'takeOffer', 'leaveByOffer'],
  ...['readWaitingOffer', 'readRecall', 'bookByRecall', 'snoozeRecalls', 'stopRecalls'],
  ...['uploadImport', 'checkImport', 'startImport', 'cancelImport', 'undoImport'],
]

/** Returns `count` requests to the operations of an API description; most are valid, the others wrong in one place.
 *  Equal seeds give equal requests. */
export function generateRequests(
  description: Description,
  known: Known,
  { seed, count }: { seed: number; count: number },
): GeneratedRequest[] {
  const bounds = boundsIn(description)
  const each = operationsOf(description).map((operation) => ({
    weight: needsMore.includes(operation.operationId) ? 1 : operation.requestBody || operation.parameters ? 3 : 2,
    arbitrary: requestTo(operation, known, bounds),
  }))
  return fc.sample(fc.oneof(...each), { seed, numRuns: count })
}

function requestTo(operation: Operation, known: Known, bounds: number[]): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      role: fc.oneof(
        { weight: 1, arbitrary: fc.constant<Role>('nobody') },
        { weight: 5, arbitrary: fc.constantFrom<Role>('patient', 'patient', 'other') },
        { weight: 14, arbitrary: fc.constant<Role>('admin') },
      ),
      credential: fc.oneof(
        { weight: 12, arbitrary: fc.constant<Credential>('valid') },
        { weight: 1, arbitrary: fc.constantFrom(...credentials) },
      ),
      proof: fc.oneof(
        { weight: 12, arbitrary: fc.constant<Proof>('both') },
        { weight: 1, arbitrary: fc.constantFrom<Proof>('token', 'cookie') },
      ),
      parts: validParts(operation, known),
      flaw: fc.record<Flaw>({
        isFlawed: fc.constantFrom(true, false, false, false),
        pick: fc.nat(1_000),
        wrong: wrongValue(bounds),
        structural: fc.option(fc.constantFrom(...structural), { freq: 3, nil: undefined }),
      }),
      type: fc.constantFrom(...types),
    })
    .map(({ role, credential, proof, parts, flaw, type }) => ({
      operation,
      role,
      credential: role === 'nobody' ? 'valid' : credential,
      proof,
      ...render(operation, parts, flaw, type),
    }))
}

function validParts({ path, parameters = [], requestBody }: Operation, known: Known): fc.Arbitrary<Parts> {
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
  // What an id is of, the part of the path before it says; what a query asks for, the first part.
  const keyOf = (name: string) => {
    const key = (path.match(new RegExp(`([^/]+/)\\{${name}\\}`))?.[1] ?? `${path.split('/')[1]}/`) + name
    return key in known ? key : name
  }
  const model = (place: string) =>
    Object.fromEntries(inPlace(place).map(({ name, schema = {} }) => [name, validValue(schema, known, keyOf(name))]))
  const required = inPlace('query').filter((parameter) => parameter.required)
  const json = requestBody?.content['application/json']?.schema
  return fc.record({
    path: fc.record(model('path')),
    query: fc.record(model('query'), { requiredKeys: required.map(({ name }) => name) }),
    body: json ? validValue(json, known) : fc.constant(undefined),
  })
}

/** Makes a request of its parts, with at most one flaw. */
function render(operation: Operation, valid: Parts, flaw: Flaw, otherType: string) {
  const isPhoto = 'multipart/form-data' in (operation.requestBody?.content ?? {})
  const type = isPhoto ? 'multipart/form-data; boundary=x' : 'application/json'
  const request = (parts: Parts, kind: string) => ({
    url: urlOf(operation.path, parts),
    body: isPhoto ? photo : parts.body === undefined ? undefined : toJson(parts.body),
    type,
    flaw: kind,
  })
  const whole = request(valid, flaw.structural ?? 'none')
  if (!flaw.isFlawed) return request(valid, 'none')
  switch (flaw.structural) {
    case undefined:
      return request(withWrongValue(valid, flaw), flaw.wrong[0])
    case 'missing':
      return request(withoutValue(valid, flaw.pick), 'missing')
    case 'twice':
      return {
        ...whole,
        url: whole.url.replace(/\?(.*)/, '?$1&$1'),
        body: whole.body?.replace(/^\{("[^"]+":)/, '{$1null,$1'),
      }
    case 'prototype key':
      return request({ ...valid, body: withPrototypeKey(valid.body) }, 'prototype key')
    case 'truncated':
      return { ...whole, body: whole.body?.slice(0, -1) }
    case 'content type':
      return { ...whole, type: otherType }
    default:
      return request({ ...valid, body: flaw.wrong[1] }, 'body')
  }
}

function withPrototypeKey(body: unknown): unknown {
  if (!isContainer(body)) return body
  return Object.fromEntries([
    ...Object.entries(body),
    ['__proto__', { role: 'admin' }],
    ['constructor', { prototype: {} }],
  ])
}

/** Replaces one value, in the path, the query or anywhere in the body. */
function withWrongValue(parts: Parts, { pick, wrong: [, value] }: Flaw): Parts {
  const copy = structuredClone(parts)
  const place = pickPlace([copy.path, copy.query, copy.body], pick)
  if (place) place.holder[place.key] = value
  return copy
}

function withoutValue(parts: Parts, pick: number): Parts {
  const copy = structuredClone(parts)
  const place = pickPlace([copy.query, copy.body], pick)
  if (place) delete place.holder[place.key]
  return copy
}

function pickPlace(values: unknown[], pick: number) {
  const places = values.flatMap(placesIn)
  return places[pick % Math.max(1, places.length)]
}

/** Returns the objects and arrays in a value with each of their keys. */
function placesIn(value: unknown): { holder: Fields; key: string }[] {
  if (!isContainer(value)) return []
  return Object.entries(value).flatMap(([key, each]) => [{ holder: value, key }, ...placesIn(each)])
}

function isContainer(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Returns the URL of a request. Replaces empty and dotted parameters, which would change the path. */
function urlOf(template: string, { path, query }: Parts): string {
  const whole = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const text = textOf(path[name])
    return /^\.{0,2}$/.test(text) ? '%20' : encodeURIComponent(text)
  })
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
  return search.length > 0 ? `${whole}?${search.join('&')}` : whole
}

function textOf(value: unknown) {
  return (typeof value === 'string' ? value : toJson(value ?? null)).toWellFormed()
}
