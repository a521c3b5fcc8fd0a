import { otherRelations } from '#contract/patient/patient.ts'
import {
  type Account,
  addPatient,
  addTie,
  areApart,
  type Clinic,
  hasOwner,
  isChild,
  latest,
  leave,
  matters,
  type Offer,
  ownOf,
  type Patient,
  sees,
  type Tie,
  tieBetween,
  tiesBy,
  tiesOf,
} from './clinic.ts'
import { joinOwn } from './joins.ts'
import { accountsOf, agree, type Chances, isLucky, namedDate, nameOf, pick, type Step, textOf } from './step.ts'
import { birthDates, marker, type World } from './world.ts'

const mayNameDates = 3

/** An account adds a person. */
const addPerson: Step = async (world, clinic, { a, b, c }) => {
  const account = pick(accountsOf(clinic), a)
  if (!account) return undefined
  const birthDate = pick([null, birthDates[1], birthDates[2], birthDates[1], birthDates[3]], b) ?? null
  const [name, relation] = [`Kid ${marker(world)}`, otherRelations[c % 4] ?? 'other']
  const payload = { name, relation, birthDate: birthDate ?? '' }
  const answer = await world.ties.send(account, 'POST', '/account/patients', payload)
  const done = agree(`${nameOf(account)} adds ${name}, ${birthDate}`, true, answer)
  const patient = addPatient(clinic, { id: answer.json()._id, name, birthDate })
  const proof = { action: 'add-person', userId: account.userId, patientId: patient.id }
  addTie(clinic, { account, patient, relation, way: 'added', proof })
  return done
}

/** Whether an account may offer a person: the own patient to act for, a child, and whoever it added itself. */
function mayOffer(clinic: Clinic, from: Account, patient: Patient, relation: Offer['relation']): boolean {
  const tie = tieBetween(clinic, from, patient)
  if (!tie || patient.leadsTo || patient.isGone) return false
  if (tie.relation === 'self') return relation !== undefined
  const isTheirs = isChild(clinic, patient) || tie.way === 'added'
  return isTheirs && !hasOwner(clinic, patient) && (relation === undefined || sees(clinic, tie))
}

/** An account emails a link, to act for a person or to take over the record. */
const offer: Step = (world, clinic, chances) =>
  send(world, clinic, { ...chances, relation: chances.c % 4 === 0 ? undefined : otherRelations[chances.c % 3] })

async function send(world: World, clinic: Clinic, { relation, ...chances }: Chances & Pick<Offer, 'relation'>) {
  const ties = clinic.ties.filter((tie) => !tie.hasEnded && !tie.within && !tie.account.isErased)
  const isPossible = ({ account, patient }: Tie) =>
    account.isConfirmed &&
    mayOffer(clinic, account, patient, relation) &&
    (relation !== undefined || patient.birthDate !== null)
  // Mostly of a patient for whom several act.
  const isShared = (one: Tie) => isPossible(one) && (one.relation === 'self' || tiesOf(clinic, one.patient).length > 1)
  const wanted = ties.some(isShared) && (relation === undefined || chances.c % 2 === 0) ? isShared : isPossible
  const tie = pick(ties, chances.a, isLucky(chances) ? wanted : undefined)
  if (!tie) return undefined
  const { account: from, patient } = tie
  const others = accountsOf(clinic).filter((account) => account !== from)
  const isNew = (one: Account) => one.isConfirmed && !tieBetween(clinic, one, patient)
  const to = pick(others, chances.b, (one) => isNew(one) && !areApart(ownOf(clinic, one), patient))
  if (!to) return undefined
  const isExpected = isPossible(tie)
  const answer = await world.ties.offer(from, patient.id, { to, relation, now: world.now() })
  const text = `${textOf(tie)} offers ${relation ?? 'the record'} to ${nameOf(to)}`
  if (isExpected) clinic.offers.push({ token: answer.token, from, to, patient, relation })
  return agree(text, isExpected, answer)
}

const hasBeenAccepted = (clinic: Clinic, { to, patient, relation }: Offer) => {
  const tie = tieBetween(clinic, to, latest(patient))
  return tie !== undefined && (tie.relation === 'self' || relation !== undefined)
}

const isOpen = (clinic: Clinic, each: Offer) =>
  !each.from.isErased && mayOffer(clinic, each.from, latest(each.patient), each.relation)

/** An account opens a link to act for somebody, also an old one and one of others, and accepts it. */
const accept: Step = (world, clinic, chances) =>
  open(world, clinic, { ...chances, offers: clinic.offers.filter(({ relation }) => relation !== undefined) })

/** The same with a link to take over a record, mostly one that was sent just before. */
const takeOver: Step = async (world, clinic, chances) => {
  if (chances.b % 3 > 0) await send(world, clinic, { ...chances, relation: undefined })
  const offers = clinic.offers.filter(({ relation }) => relation === undefined)
  return open(world, clinic, { ...chances, offers: chances.b % 3 > 0 ? offers.slice(-1) : offers })
}

async function open(world: World, clinic: Clinic, { offers, ...chances }: Chances & { offers: Offer[] }) {
  const { a, b, c } = chances
  const isNew = (each: Offer) => !each.to.isErased && !hasBeenAccepted(clinic, each)
  const isUseful = (each: Offer) => isNew(each) && isOpen(clinic, each) === c % 4 > 0
  const found = pick(offers, a, isLucky(chances) ? isUseful : undefined)
  const account = found && pick(accountsOf(clinic), b, (one) => one === found.to && a % 7 > 0)
  if (!found || !account) return undefined
  const isTheirs = account === found.to
  const shown = await world.ties.send(account, 'POST', '/account/patients/shared', { token: found.token })
  agree(`${nameOf(account)} reads the offer of ${found.patient.name}`, isTheirs && isOpen(clinic, found), shown)
  const [birthDate, keepsAccess] = [namedDate(latest(found.patient), chances), c % 2 === 0]
  const answer = await world.ties.accept(account, found.token, { birthDate, keepsAccess })
  const wasAccepted = hasBeenAccepted(clinic, found)
  const isExpected = isTheirs && acceptOffer(clinic, found, { birthDate, keepsAccess })
  const text = `${nameOf(account)} accepts ${found.relation ?? 'the record'} of ${found.patient.name} from ${nameOf(found.from)}, ${birthDate}, ${keepsAccess}`
  const done = agree(text, isExpected, answer)
  return { ...done, hasChanged: done.hasChanged && !wasAccepted }
}

type Accepting = { birthDate: string; keepsAccess: boolean }

function acceptOffer(clinic: Clinic, found: Offer, { birthDate, keepsAccess }: Accepting): boolean {
  const { from, to, relation } = found
  const patient = latest(found.patient)
  if (relation === undefined && !to.isConfirmed) return false
  if (hasBeenAccepted(clinic, found)) return true
  if (!isOpen(clinic, found)) return false
  if (relation !== undefined) {
    const hasAgreed = tieBetween(clinic, from, patient)?.relation === 'self'
    const proof = { action: 'accept-access', userId: to.userId, patientId: patient.id }
    addTie(clinic, { account: to, patient, relation, way: 'accepted', proof, hasAgreed })
    return true
  }
  if (patient.birthDate === null || to.wrongDates >= mayNameDates) return false
  if (patient.birthDate !== birthDate) {
    to.wrongDates += 1
    return false
  }
  const known = tiesOf(clinic, ownOf(clinic, to)).map(({ account }) => account)
  const others = tiesOf(clinic, patient).filter(
    ({ account, way }) => ['added', 'accepted'].includes(way) && ![...known, from, to].includes(account),
  )
  if (!joinOwn(clinic, to, patient)) return false
  // Whom the desk did not let act goes on for a child only, and never for what the account had before.
  if (!isChild(clinic, patient) || latest(patient) !== patient) for (const tie of others) leave(clinic, tie)
  const giver = tieBetween(clinic, from, latest(patient))
  if (giver && giver.relation !== 'self') {
    if (keepsAccess) giver.hasAgreed = true
    else leave(clinic, giver)
  }
  return true
}

/** An account ends that it acts for somebody, or that another acts for its owner. */
const endAccess: Step = async (world, clinic, chances) => {
  const ties = accountsOf(clinic).flatMap((account) => tiesBy(clinic, account))
  const others = isLucky(chances) ? ties.filter(({ relation }) => relation !== 'self') : ties
  const tie = pick(others, chances.a, (one) => matters(clinic, one))
  if (!tie) return undefined
  const { account, patient } = tie
  const owner = tiesOf(clinic, patient).find(({ relation }) => relation === 'self')?.account
  const [by, path] =
    owner && owner !== account && chances.b % 2 === 0
      ? [owner, `/account/patients/${patient.id}/accounts/${account.userId}`]
      : [account, `/account/patients/${patient.id}`]
  const answer = await world.ties.send(by, 'DELETE', path)
  const done = agree(`${nameOf(by)} ends: ${textOf(tie)}`, tie.relation !== 'self', answer)
  if (done.hasChanged) leave(clinic, tie)
  return done
}

/** Somebody agrees that another account sees their appointments. */
const agreeAccess: Step = async (world, clinic, chances) => {
  const pairs = accountsOf(clinic).flatMap((owner) => {
    const patient = ownOf(clinic, owner)
    return tiesOf(clinic, patient).map((tie) => ({ owner, tie }))
  })
  const found = pick(pairs, chances.a, ({ owner, tie }) => tie.account !== owner)
  // Of their own patient nobody asks, but now and then.
  if (!found || (found.tie.account === found.owner && isLucky(chances))) return undefined
  const { owner, tie } = found
  const by = chances.luck < 90 ? owner : tie.account
  const isExpected = by === owner && tie.account !== owner
  const path = `/account/patients/${tie.patient.id}/accounts/${tie.account.userId}/agree`
  const done = agree(`${nameOf(by)} agrees: ${textOf(tie)}`, isExpected, await world.ties.send(by, 'POST', path))
  if (isExpected) tie.hasAgreed = true
  return done
}

/** Somebody writes their own birth date into their account. */
const setOwnDate: Step = async (world, clinic, { a, b }) => {
  const account = pick(accountsOf(clinic), a)
  if (!account) return undefined
  const patient = ownOf(clinic, account)
  const birthDate = pick(birthDates, b) ?? birthDates[0]
  const answer = await world.ties.send(account, 'PATCH', `/account/patients/${patient.id}`, { birthDate })
  const done = agree(`${nameOf(account)} is born on ${birthDate}`, true, answer)
  patient.birthDate = birthDate
  return done
}

export const sharingSteps = { accept, addPerson, agreeAccess, endAccess, offer, setOwnDate, takeOver }
