import { pino } from 'pino'
import { openDatabase } from '#server/database/open-database.ts'
import { createDataStore } from '../kit/data-store.ts'
import type { Lab, Measure } from '../kit/lab.ts'
import { type Found, simulateQuarter } from './quarter.ts'

const seed = 1

/** npm run waiting-list [-- DAYS]: simulates a quarter of the busy clinic without and with the waiting list, and checks
 *  that no offer is lost, sent twice, or sent after the patient has what they wanted. */
export const measure: Measure = async (lab, [days = 90]) => {
  const without = await simulate(lab, Number(days), false)
  const withList = await simulate(lab, Number(days), true)
  const share = ({ takenAgain, freed }: Found) =>
    `${takenAgain} of ${freed} (${Math.round((100 * takenAgain) / freed)} %)`
  console.log(`${days} days of the busy clinic, seed ${seed}, 8 % cancelled`)
  console.log(`Freed times that are taken again: without the list ${share(without)}, with it ${share(withList)}`)
  console.log(`Moved earlier: ${withList.moved}, by ${withList.medianDaysGained.toFixed(1)} days (median)`)
  console.log(`Offers: ${withList.offers}; kill -9: ${withList.kills}`)
  const { lost, twice, afterEnd } = withList
  return Object.entries({ lost, twice, 'after the end': afterEnd }).flatMap(([what, count]) =>
    count > 0 ? [`${count} offers ${what}`] : [],
  )
}

async function simulate(lab: Lab, days: number, withList: boolean): Promise<Found> {
  const { databaseUrl } = await createDataStore(lab, 'PostgreSQL')
  const database = await openDatabase({ databaseUrl, dataDir: '' }, pino({ level: 'silent' }))
  try {
    return await simulateQuarter(database, { days, seed, withList, databaseUrl })
  } finally {
    await database.close()
  }
}
