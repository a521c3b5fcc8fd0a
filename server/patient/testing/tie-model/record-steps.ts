import { nameKey } from '#contract/kit/text/fold.ts'
import { setConfirmed } from '#server/testing/password-calls.ts'
import {
  type Account,
  addPatient,
  addTie,
  areApart,
  type Clinic,
  currentOf,
  hasOwner,
  isChild,
  matters,
  ownOf,
  type Patient,
  sees,
  tiesBy,
  tiesOf,
} from './clinic.ts'
import { joinOwn } from './joins.ts'
import { accountsOf, agree, isLucky, namedDate, nameOf, pick, type Step } from './step.ts'
import { birthDates, marker, notesFor, type World } from './world.ts'

const [mayNameDates, mayNameCodes] = [3, 5]

/** Somebody confirms the email of their account. */
const confirm: Step = async (world, clinic, { a }) => {
  const account = pick(accountsOf(clinic), a, ({ isConfirmed }) => !isConfirmed)
  if (!account || account.isConfirmed) return undefined
  await setConfirmed(world.server.database, account.email, true)
  account.isConfirmed = true
  return { text: `${nameOf(account)} confirms the email`, hasChanged: true }
}

const unreached = (clinic: Clinic, { email }: Account) =>
  currentOf(clinic).filter((patient) => patient.email === email && tiesOf(clinic, patient).length === 0)

type Proof = { birthDate: string } | { code: string }
type Whose = 'self' | 'child'

/** An account names the birth date of a record with its email. */
const claim: Step = async (world, clinic, chances) => {
  const { a, b, c } = chances
  const isUseful = (account: Account) => account.isConfirmed && unreached(clinic, account).length > 0
  const account = pick(accountsOf(clinic), a, isLucky(chances) ? isUseful : undefined)
  if (!account) return undefined
  const found = pick(unreached(clinic, account), b) ?? pick(currentOf(clinic), b)
  if (!found) return undefined
  const birthDate = namedDate(found, c % 3 > 0 ? chances : { ...chances, luck: 99 })
  const whose: Whose = isChild(clinic, found) === c % 8 > 0 ? 'child' : 'self'
  const named = unreached(clinic, account).filter((patient) => patient.birthDate === birthDate)
  const isKnown = await world.ties.send(account, 'GET', '/account/record')
  const { length } = unreached(clinic, account)
  agree(`${nameOf(account)} has a record`, account.isConfirmed && length > 0, {
    statusCode: isKnown.json().isKnown ? 200 : 404,
  })
  const answer = await send(world, account, { birthDate }, whose)
  const text = `${nameOf(account)} claims a record as ${whose} by ${birthDate}`
  return agree(
    text,
    account.isConfirmed && hasNamed(account, named) && reach(clinic, account, { named, whose }),
    answer,
  )
}

const send = (world: World, account: Account, proof: Proof, whose: Whose) =>
  world.ties.claim(account, { whose, ...proof })

function hasNamed(account: Account, named: readonly Patient[]): boolean {
  if (account.wrongDates >= mayNameDates) return false
  if (named.length === 0) account.wrongDates += 1
  return named.length > 0
}

/** Makes records that an account has proved its own one, or its children. Returns whether it reached one. */
function reach(
  clinic: Clinic,
  account: Account,
  { named, whose }: { named: readonly Patient[]; whose: Whose },
): boolean {
  const isReached = whose === 'self' ? reachOwn(clinic, account, named) : reachChildren(clinic, account, named)
  if (isReached) Object.assign(account, { wrongDates: 0, wrongCodes: 0 })
  return isReached
}

function reachOwn(clinic: Clinic, account: Account, named: readonly Patient[]): boolean {
  const { name } = ownOf(clinic, account)
  const [patient, ...more] = named.length > 1 ? named.filter((one) => nameKey(one.name) === nameKey(name)) : named
  return patient !== undefined && more.length === 0 && joinOwn(clinic, account, patient)
}

function reachChildren(clinic: Clinic, account: Account, named: readonly Patient[]): boolean {
  const children = named.filter((patient) => isChild(clinic, patient))
  // A person with an account of their own lets others in themselves.
  if (children.length === 0 || children.some((patient) => hasOwner(clinic, patient))) return false
  for (const patient of children) {
    const proof = { action: 'this-is-me', userId: account.userId, patientId: patient.id }
    addTie(clinic, { account, patient, relation: 'child', way: 'this-is-me', proof })
  }
  return true
}

/** The desk gives a code for a record, and an account enters it. */
const enterCode: Step = async (world, clinic, chances) => {
  const { a, b, c } = chances
  const account = pick(accountsOf(clinic), a, isLucky(chances) ? ({ isConfirmed }) => isConfirmed : undefined)
  if (!account) return undefined
  const own = ownOf(clinic, account)
  const isOwned = (one: Patient) => hasOwner(clinic, one)
  const isUseful = (one: Patient) => (isOwned(one) ? isChild(clinic, one) && c % 4 === 0 : !areApart(one, own))
  const patient = pick(currentOf(clinic), b, isLucky(chances) ? isUseful : undefined)
  if (!patient) return undefined
  const given = await world.ties.send(world.staff.admin, 'POST', `/desk/patients/${patient.id}/code`)
  agree(`The desk gives a code for ${patient.name}`, true, given)
  const isRight = chances.luck < 92
  const code = isRight ? given.json().code : '0000 0000'
  const whose: Whose = isChild(clinic, patient) && c % 8 !== 1 ? 'child' : 'self'
  const answer = await send(world, account, { code }, whose)
  const mayTry = account.isConfirmed && account.wrongCodes < mayNameCodes
  if (mayTry && !isRight) account.wrongCodes += 1
  const wasTied = tiesBy(clinic, account).some((tie) => tie.patient === patient)
  const isExpected = mayTry && isRight && reach(clinic, account, { named: [patient], whose })
  const done = agree(`${nameOf(account)} enters a code for ${patient.name} as ${whose}`, isExpected, answer)
  return { ...done, hasChanged: isExpected && !(wasTied && whose === 'child') }
}

/** Years pass, so that somebody comes of age. */
const age: Step = async (world, clinic, { a }) => {
  const years = a % 4 === 0 ? 10 : 1
  if (clinic.year + years > 12) return undefined
  clinic.year += years
  await world.setYear(clinic.year)
  return { text: `${years} years pass`, hasChanged: true }
}

/** An account waits for an earlier time for somebody whom it sees. */
const wait: Step = async (world, clinic, { a, b }) => {
  const account = pick(accountsOf(clinic), a)
  const tie = account && pick(tiesBy(clinic, account), b, (one) => one.relation !== 'self' && matters(clinic, one))
  if (!tie) return undefined
  const { patient } = tie
  const [, filling] = await world.staff.treatments()
  const wish = { weekdays: [1], from: 480, until: 600, lastDay: 'May 29, 2026', treatmentId: filling?._id }
  const answer = await world.ties.send(account, 'POST', '/waiting-list', { ...wish, patientId: patient.id })
  const done = agree(`${nameOf(account)} waits for ${patient.name}`, sees(clinic, tie), answer)
  const id = answer.json().entry?._id
  if (done.hasChanged && !clinic.items.some((item) => item.id === id))
    clinic.items.push({ id, kind: 'waiting', patient, patientName: patient.name })
  return done
}

/** The desk imports a row: of somebody new, of the name of an account, or of a stranger with its email; and one with an
 *  error. */
const importRow: Step = async (world, clinic, chances) => {
  const { a, b, c } = chances
  const account = pick(accountsOf(clinic), a)
  if (!account) return undefined
  const { name, email, birthDate } = rowToImport(world, clinic, { account, b, c })
  const alike = currentOf(clinic).filter((one) => isAlike(one, { name, email, birthDate }))
  // Which of several the row resembles most is not a question of who is who.
  if (alike.length > 1) return undefined
  const [known] = alike
  const [notes, faulty] = [notesFor(world), notesFor(world)]
  const choice = pick(['skip', 'update', 'add'] as const, c) ?? 'skip'
  const file = `Name,Email,Birth date,Notes\n${name},${email ?? ''},${birthDate ?? ''},${notes}\nBad ${marker(world)},${account.email},never,${faulty}\n`
  const done = await world.imports.run(file, { duplicates: { email: choice, 'birth-date': choice } })
  const became = known && choice !== 'add' ? choice : 'add'
  const text = `The desk imports ${name}, ${email?.slice(0, 4)}, ${birthDate}: ${became}`
  const filled = became === 'update' && known ? fill(known, { email, birthDate, notes }) : false
  const expected = { added: became === 'add' ? 1 : 0, updated: filled ? 1 : 0, faulty: 1 }
  const isSame = done.added === expected.added && done.updated === expected.updated && done.faulty === 1
  agree(`${text} ${JSON.stringify(expected)}`, true, { statusCode: isSame ? 200 : 400, body: JSON.stringify(done) })
  if (became === 'add') await addImported(world, clinic, { name, email, birthDate, notes })
  return { text, hasChanged: became === 'add' || filled }
}

type Row = Pick<Patient, 'name' | 'email' | 'birthDate' | 'notes'>

/** Somebody new with the email of an account, its owner, or somebody of the name and email of a record. */
function rowToImport(world: World, clinic: Clinic, { account, b, c }: { account: Account; b: number; c: number }) {
  const birthDate = pick([null, ...birthDates], c) ?? null
  if (b % 4 === 0) return { name: `Row ${marker(world)}`, email: account.email, birthDate }
  const one = pick(currentOf(clinic), b, (each) => each.birthDate !== null)
  if (b % 4 === 1 || !one) return { name: account.name, email: account.email, birthDate }
  return { name: one.name, email: one.email, birthDate }
}

function isAlike(one: Patient, row: Omit<Row, 'notes'>): boolean {
  if (nameKey(one.name) !== nameKey(row.name) || areApart(one, { ...one, ...row })) return false
  const hasEmail = row.email !== null && one.email === row.email
  return hasEmail || (row.birthDate !== null && one.birthDate === row.birthDate)
}

/** Fills what is empty in a record. Returns whether anything was. */
function fill(known: Patient, row: Omit<Row, 'name'>): boolean {
  const was = { ...known }
  known.email ??= row.email
  known.birthDate ??= row.birthDate
  if (known.notes === '') known.notes = row.notes
  return known.email !== was.email || known.birthDate !== was.birthDate || known.notes !== was.notes
}

async function addImported(world: World, clinic: Clinic, row: Row) {
  const id = await world.idByNotes(row.notes)
  addPatient(clinic, { id, ...row })
}

export const recordSteps = { age, claim, confirm, enterCode, importRow, wait }
