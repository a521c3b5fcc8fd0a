import { deskSteps } from './desk-steps.ts'
import { checkAll } from './reading.ts'
import { recordSteps } from './record-steps.ts'
import { sharingSteps } from './sharing-steps.ts'
import type { Chances, Step } from './step.ts'
import { openHistory, type World } from './world.ts'

const steps = { ...deskSteps, ...recordSteps, ...sharingSteps } satisfies Record<string, Step>
type Name = keyof typeof steps

/** How often each step is drawn. */
const weights: Partial<Record<Name, number>> = {
  ...{
    offer: 4,
    accept: 3,
    takeOver: 5,
    takeAccess: 2,
    book: 3,
    merge: 4,
    undo: 4,
    claim: 4,
    importRow: 2,
    wait: 2,
    enterCode: 2,
    giveAccess: 2,
    endAccess: 3,
  },
  ...{ agreeAccess: 2, addPerson: 2 },
}

/** The names of all steps, each as often as it is drawn. */
export const stepNames = (Object.keys(steps) as Name[]).flatMap((name) => Array<Name>(weights[name] ?? 1).fill(name))

export type Seen = Record<string, { tried: number; changed: number }>

// After each so many steps, and at the end: links, feeds and the waiting list, and all data about each account.
const [restEach, exportEach] = [3, 6]

// Each history begins with people who act for others, so that there is something to end.
const opening: Name[] = ['addPerson', 'addPerson', 'offer', 'accept', 'book', 'offer', 'accept', 'takeOver', 'wait']

/** Runs the steps of a history with people of its own. What they read is compared after each step. A failure tells what
 *  was done until then. */
export async function runHistory(world: World, all: readonly { name: Name; chances: Chances }[], seen: Seen) {
  const clinic = await openHistory(world)
  const told: string[] = []
  try {
    for (const [index, { name: drawn, chances }] of all.entries()) {
      const name = opening[index] ?? drawn
      told.push(`${name} ${JSON.stringify(chances)}`)
      const done = await steps[name](world, clinic, chances)
      if (!done) {
        told.pop()
        continue
      }
      told[told.length - 1] = `${done.text}${done.hasChanged ? '' : ': no'}`
      count(seen, name, done.hasChanged)
      const isEach = (number: number) => told.length % number === 0
      await checkAll(world, clinic, { withRest: isEach(restEach), withExport: isEach(exportEach) })
    }
    await checkAll(world, clinic, { withRest: true, withExport: true })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nAfter:\n${told.join('\n')}`, { cause: error })
  }
}

function count(seen: Seen, name: Name, hasChanged: boolean) {
  const counted = seen[name]
  if (!counted) return
  counted.tried += 1
  if (hasChanged) counted.changed += 1
}
