import type { JoinWay } from '#contract/patient/patient.ts'
import {
  type Account,
  areApart,
  type Clinic,
  fieldsOf,
  hasData,
  hasOwner,
  type Join,
  latest,
  ownOf,
  type Patient,
  type Tie,
  tieBetween,
  tiesOf,
} from './clinic.ts'

type Pair = { former: Patient; kept: Patient }

/** Makes one record of two. Returns false, and changes nothing, if they are two people's. */
export function join(clinic: Clinic, { former, kept }: Pair, way: JoinWay): boolean {
  const owners = [former, kept].filter((patient) => hasOwner(clinic, patient))
  const isPossible = former !== kept && [former, kept].every(({ leadsTo, isGone }) => !leadsTo && !isGone)
  if (!isPossible || areApart(former, kept) || owners.length > 1) return false
  const note: Join = {
    ...{ former, kept, way, before: fieldsOf(kept), isOver: false },
    ties: [former, kept].flatMap((patient) => tiesOf(clinic, patient)).map((tie) => ({ tie, was: { ...tie } })),
    items: clinic.items
      .filter(({ patient }) => [former, kept].includes(patient))
      .map((item) => ({ item, was: item.patient })),
    led: clinic.patients.filter(({ leadsTo }) => leadsTo === former),
    after: fieldsOf(kept),
  }
  for (const item of clinic.items) if (item.patient === former) item.patient = kept
  for (const tie of tiesOf(clinic, former)) moveTie(clinic, tie, kept)
  for (const each of [former, ...note.led]) each.leadsTo = kept
  kept.birthDate ??= former.birthDate
  kept.email = ownerOf(clinic, kept)?.email ?? kept.email ?? former.email
  kept.notes = [kept.notes, former.notes].filter((text) => text !== '').join('\n')
  note.after = fieldsOf(kept)
  clinic.joins.push(note)
  return true
}

/** An account that acts for both acts for the one in a single way. */
function moveTie(clinic: Clinic, tie: Tie, kept: Patient) {
  const other = tieBetween(clinic, tie.account, kept)
  if (!other) {
    tie.patient = kept
    return
  }
  tie.within = other
  if (tie.relation === 'self') other.relation = 'self'
}

const ownerOf = (clinic: Clinic, patient: Patient): Account | undefined =>
  tiesOf(clinic, patient).find(({ relation }) => relation === 'self')?.account

/** Makes two records of one again. Returns false if something new refers to it. What ended meanwhile stays ended. */
export function separate(clinic: Clinic, note: Join): boolean {
  const { former, kept } = note
  if (note.isOver || former.leadsTo !== kept || kept.leadsTo || kept.isGone || former.isGone) return false
  const items = clinic.items.filter(({ patient }) => patient === kept)
  if (items.some((item) => !note.items.some((known) => known.item === item))) return false
  if (tiesOf(clinic, kept).some((tie) => !note.ties.some((known) => known.tie === tie))) return false
  note.isOver = true
  former.leadsTo = undefined
  for (const each of note.led) each.leadsTo = former
  for (const field of ['name', 'birthDate', 'email', 'notes'] as const)
    if (kept[field] === note.after[field]) Object.assign(kept, { [field]: note.before[field] })
  for (const { item, was } of note.items) if (was === former) item.patient = was
  for (const { tie, was } of note.ties) if (was.patient === former && !tie.hasEnded) restore(tie, was)
  const owners = note.ties
    .filter(({ was }) => was.patient === former && was.relation === 'self')
    .map(({ tie }) => tie.account)
  for (const { tie, was } of note.ties)
    if (was.patient === kept && was.relation !== 'self' && owners.includes(tie.account))
      restore(tie, { ...was, hasAgreed: tie.hasAgreed })
  for (const patient of [former, kept]) {
    const owner = ownerOf(clinic, patient)
    if (owner) {
      patient.email = owner.email
      owner.name = patient.name
    }
  }
  return true
}

function restore(tie: Tie, { patient, relation, way, proof, hasAgreed }: Tie) {
  Object.assign(tie, { patient, relation, way, proof, hasAgreed, within: undefined })
}

/** Makes a record the own one of an account that has proved that it is theirs. Returns whether it became so. */
export function joinOwn(clinic: Clinic, account: Account, found: Patient): boolean {
  const [own, patient] = [ownOf(clinic, account), latest(found)]
  if (own === patient) return true
  if (hasOwner(clinic, patient) || areApart(own, patient)) return false
  const ownHasData = hasData(clinic, own)
  if (ownHasData && hasData(clinic, patient)) return false
  const [kept, former] = ownHasData ? [own, patient] : [patient, own]
  if (!join(clinic, { former, kept }, 'this-is-me')) return false
  const tie = tieBetween(clinic, account, kept)
  const proof = { action: 'this-is-me', userId: account.userId, patientId: patient.id }
  if (tie) Object.assign(tie, { way: 'this-is-me', proof })
  account.name = kept.name
  return true
}
