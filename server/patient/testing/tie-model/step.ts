import { expect } from 'vitest'
import type { Account, Clinic, Patient, Tie } from './clinic.ts'
import { birthDates, type World } from './world.ts'

/** Numbers from which a step chooses whom it is about. `luck`, 0 to 99: the higher, the more likely it is refused. */
export type Chances = { a: number; b: number; c: number; luck: number }

/** What a step did: `text` tells it, `hasChanged` whether it took effect. */
export type Done = { text: string; hasChanged: boolean }

/** Something that an account or the desk does. Changes the model and the server, and compares their answers. Undefined
 *  if there is nobody to do it with. */
export type Step = (world: World, clinic: Clinic, chances: Chances) => Promise<Done | undefined>

/** Chooses one of a list by a number; one of the `preferred`, if there is one and luck does not decide otherwise. */
export function pick<One>(all: readonly One[], at: number, preferred?: (one: One) => boolean): One | undefined {
  const some = preferred ? all.filter(preferred) : all
  const from = some.length > 0 ? some : all
  return from[at % Math.max(1, from.length)]
}

export const isLucky = ({ luck }: Chances): boolean => luck < 80

/** Compares whether the server did what the model expects. */
export function agree(text: string, isExpected: boolean, answer: { statusCode: number; body?: string }): Done {
  const why = `${text} was answered with ${answer.statusCode} ${answer.body ?? ''}`
  expect(answer.statusCode, why).toBeLessThan(500)
  expect(answer.statusCode < 300, why).toBe(isExpected)
  return { text, hasChanged: isExpected }
}

export const accountsOf = ({ accounts }: Clinic): Account[] => accounts.filter(({ isErased }) => !isErased)

/** A birth date that an account names for a record: mostly the right one. */
export function namedDate({ birthDate }: Patient, chances: Chances): string {
  const right = birthDate ?? birthDates[0]
  return isLucky(chances) ? right : (birthDates.find((date) => date !== right) ?? right)
}

export const nameOf = ({ name, email }: Account): string => `${name} <${email.slice(0, 4)}>`
export const textOf = ({ account, patient, relation }: Tie): string =>
  `${nameOf(account)} as ${relation} of ${patient.name}`
