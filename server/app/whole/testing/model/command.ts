import fc from 'fast-check'
import { expect } from 'vitest'
import type { Appointment, Clinic, Outcome, Owner, Person, Time } from './clinic.ts'
import { outcomeOf, type World } from './world.ts'

type Answer = { statusCode: number; body: string; json: () => unknown }
type Picked<Input> = Input & { appointment: Appointment }

/** Something that a person does. `expected` asks the model, `send` the server; if they agree on success, `onSuccess`
 *  changes the model and compares what the answer says. */
export type Action<Input> = {
  name: string
  isPossible?: (clinic: Clinic, input: Input) => boolean
  expected: (clinic: Clinic, input: Input) => Outcome
  send: (world: World, input: Input) => Promise<Answer>
  onSuccess?: (clinic: Clinic, input: Input, answer: Answer, world: World) => void
}

export type Command = fc.AsyncCommand<Clinic, World>

/** Mostly true. */
export const usually: fc.Arbitrary<boolean> = fc.constantFrom(true, true, true, true, true, false)

/** Returns an arbitrary for an action with generated input. */
export function acting<Input>(action: Action<Input>, input: fc.Arbitrary<Input>): fc.Arbitrary<Command> {
  return input.map((each) => commandOf(action, () => each, JSON.stringify(each)))
}

/** Returns an arbitrary for an action on one of the appointments that there are; mostly on a `preferred` one, if there
 *  is one. */
export function actingOn<Input extends object>(
  action: Action<Picked<Input>>,
  input: fc.Arbitrary<Input>,
  preferred: (appointment: Appointment, clinic: Clinic) => boolean = () => true,
): fc.Arbitrary<Command> {
  return fc.tuple(fc.nat(20), usually, input).map(([pick, isPreferred, each]) => {
    const pickFrom = (clinic: Clinic) => {
      const { appointments } = clinic
      const some = isPreferred ? appointments.filter((appointment) => preferred(appointment, clinic)) : []
      const from = some.length > 0 ? some : appointments
      const appointment = from[pick % Math.max(1, from.length)]
      return appointment && { ...each, appointment }
    }
    return commandOf(action, pickFrom, `${pick}, ${isPreferred}, ${JSON.stringify(each)}`)
  })
}

/** Returns the command of an action. `text` describes its input in failures. */
export function commandOf<Input>(
  { name, isPossible, expected, send, onSuccess }: Action<Input>,
  inputFrom: (clinic: Clinic) => Input | undefined,
  text: string,
): Command {
  return {
    check: (clinic) => {
      const input = inputFrom(clinic)
      return input !== undefined && (isPossible?.(clinic, input) ?? true)
    },
    run: async (clinic, world) => {
      const input = inputFrom(clinic)
      if (input === undefined) return
      const outcome = expected(clinic, input)
      const answer = await send(world, input)
      const why = `${name}(${text}) at ${clinic.now} h was answered with ${answer.statusCode} ${answer.body}`
      expect(outcomeOf(answer), why).toEqual({ status: outcome.status, why: outcome.why })
      if (answer.statusCode < 300) onSuccess?.(clinic, input, answer, world)
    },
    toString: () => `${name}(${text})`,
  }
}

export const anyone: fc.Arbitrary<Person> = fc.constantFrom('ann', 'bob', 'desk', 'desk', 'stranger')
/** Mostly the desk. */
export const deskOrOther: fc.Arbitrary<Person> = fc.constantFrom('desk', 'desk', 'desk', 'desk', 'ann', 'stranger')
export const owner: fc.Arbitrary<Owner> = fc.constantFrom('ann', 'ann', 'bob', 'desk')
export const time: fc.Arbitrary<Time> = fc.record({ day: fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 4, 5, 6), at: fc.nat(3) })
/** Who does something as the patient of an appointment: mostly its patient. */
export type AsPatient = { isOwner: boolean; other: Person }
export const asPatient: fc.Arbitrary<AsPatient> = fc.record({
  isOwner: fc.constantFrom(true, true, false),
  other: anyone,
})
export const personOf = ({ isOwner, other, appointment }: Picked<AsPatient>): Person =>
  isOwner ? appointment.owner : other
