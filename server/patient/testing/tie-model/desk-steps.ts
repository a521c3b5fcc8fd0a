import { otherRelations } from '#contract/patient/patient.ts'
import {
  addPatient,
  addTie,
  areApart,
  currentOf,
  dropUnknown,
  endTie,
  hasOwner,
  type Join,
  matters,
  ownOf,
  remove,
  tiesBy,
  tiesOf,
} from './clinic.ts'
import { join, separate } from './joins.ts'
import { accountsOf, agree, isLucky, nameOf, pick, type Step, textOf } from './step.ts'
import { bookWithLinks } from './world.ts'

/** The desk books an appointment. */
const book: Step = async (world, clinic, { a }) => {
  const patient = pick(
    currentOf(clinic),
    a,
    (one) => a % 4 > 0 && tiesOf(clinic, one).some(({ relation }) => relation !== 'self'),
  )
  if (!patient) return undefined
  await bookWithLinks(world, clinic, patient)
  return { text: `The desk books for ${patient.name}`, hasChanged: true }
}

/** The desk lets an account act for somebody. */
const giveAccess: Step = async (world, clinic, chances) => {
  const { a, b, c } = chances
  const account = pick(accountsOf(clinic), a, isLucky(chances) ? ({ isConfirmed }) => isConfirmed : undefined)
  const patient = pick(currentOf(clinic), b, (one) => !hasOwner(clinic, one) && isLucky(chances))
  if (!account || !patient) return undefined
  const acting = tiesOf(clinic, patient)
  const isExpected = account.isConfirmed && !hasOwner(clinic, patient) && !acting.some((tie) => tie.account === account)
  const relation = otherRelations[c % 4] ?? 'other'
  const payload = { email: account.email, relation, reason: 'They came to the desk' }
  const answer = await world.ties.send(world.staff.admin, 'POST', `/desk/patients/${patient.id}/accounts`, payload)
  const done = agree(`The desk lets ${nameOf(account)} act for ${patient.name}`, isExpected, answer)
  if (!isExpected) return done
  const proof = { action: 'add-patient-account', userId: world.staff.admin.userId, patientId: patient.id }
  addTie(clinic, { account, patient, relation, way: 'desk', proof, hasAgreed: true })
  Object.assign(account, { wrongDates: 0, wrongCodes: 0 })
  return done
}

/** The desk ends that an account acts for somebody, also for its own patient. */
const takeAccess: Step = async (world, clinic, { a }) => {
  const ties = accountsOf(clinic).flatMap((account) => tiesBy(clinic, account))
  const tie = pick(ties, a, (one) => a % 3 > 0 && matters(clinic, one))
  if (!tie) return undefined
  const { account, patient, relation } = tie
  const path = `/desk/patients/${patient.id}/accounts/${encodeURIComponent(account.email)}`
  const done = agree(`The desk ends: ${textOf(tie)}`, true, await world.ties.send(world.staff.admin, 'DELETE', path))
  endTie(clinic, tie)
  if (relation !== 'self') return done
  patient.email = null
  const [own] = await world.ties.persons(account)
  if (!own) throw new Error(`${account.email} has no patient`)
  const added = addPatient(clinic, { id: own._id, name: account.name, email: account.email })
  addTie(clinic, { account, patient: added, relation: 'self', way: 'sign-up', proof: undefined })
  return done
}

/** The desk makes one record of two. */
const merge: Step = async (world, clinic, chances) => {
  const { a, b } = chances
  const kept = pick(currentOf(clinic), a)
  const others = currentOf(clinic).filter((one) => one !== kept)
  const isPossible = (one: (typeof others)[number]) =>
    kept !== undefined && !areApart(kept, one) && !(hasOwner(clinic, kept) && hasOwner(clinic, one))
  const former = pick(others, b, isLucky(chances) ? isPossible : undefined)
  if (!kept || !former) return undefined
  const owner = [kept, former].flatMap((one) => tiesOf(clinic, one)).find(({ relation }) => relation === 'self')
  const values = {
    ...{ name: kept.name, birthDate: kept.birthDate ?? former.birthDate ?? '', language: '', contact: 'email' },
    email: owner?.account.email ?? kept.email ?? former.email ?? '',
  }
  const text = `The desk merges ${former.name}, ${former.birthDate} into ${kept.name}, ${kept.birthDate}`
  const payload = { former: former.id, values }
  const answer = await world.ties.send(world.staff.admin, 'POST', `/desk/patients/${kept.id}/merge`, payload)
  return agree(text, join(clinic, { former, kept }, 'desk'), answer)
}

/** The desk separates two records that became one. */
const undo: Step = async (world, clinic, { a, luck }) => {
  const isOpen = ({ isOver, kept, former }: Join) => !isOver && !kept.leadsTo && former.leadsTo === kept
  const found = pick(clinic.joins, a, luck < 90 ? isOpen : undefined)
  if (!found || (luck < 90 && !isOpen(found))) return undefined
  const { kept, former } = found
  // Of two that were joined again, the last join.
  const last = clinic.joins.findLast((each) => each.kept === kept && each.former === former) ?? found
  const id = await world.idOfJoin({ kept: kept.id, former: former.id })
  if (id === undefined) return undefined
  const path = `/desk/patients/${kept.id}/joins/${id}/undo`
  const answer = await world.ties.send(world.staff.admin, 'POST', path)
  return agree(`The desk separates ${former.name} from ${kept.name}`, separate(clinic, last), answer)
}

/** The desk erases an account, after its appointments. */
const eraseAccount: Step = async (world, clinic, { a }) => {
  const accounts = accountsOf(clinic)
  const account = pick(accounts, a)
  if (!account || accounts.length < 4) return undefined
  const path = `/user/erasure/${encodeURIComponent(account.email)}`
  const answer = await world.later(() => world.ties.send(world.staff.admin, 'POST', path, {}))
  const done = agree(`The desk erases ${nameOf(account)}`, true, answer)
  const acted = tiesBy(clinic, account).filter(({ relation }) => relation !== 'self')
  remove(clinic, ownOf(clinic, account))
  account.isErased = true
  for (const tie of acted) endTie(clinic, tie)
  for (const { patient } of acted) dropUnknown(clinic, patient)
  return done
}

/** The desk erases a record without an account of its own. */
const eraseRecord: Step = async (world, clinic, chances) => {
  const patient = pick(currentOf(clinic), chances.a, isLucky(chances) ? (one) => !hasOwner(clinic, one) : undefined)
  if (!patient) return undefined
  const path = `/desk/patients/${patient.id}/erasure`
  const answer = await world.later(() => world.ties.send(world.staff.admin, 'POST', path, {}))
  const done = agree(`The desk erases ${patient.name}`, !hasOwner(clinic, patient), answer)
  if (done.hasChanged) remove(clinic, patient)
  return done
}

export const deskSteps = { book, eraseAccount, eraseRecord, giveAccess, merge, takeAccess, undo }
