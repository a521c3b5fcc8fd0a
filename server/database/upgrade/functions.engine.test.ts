import { expect, it } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { functionsToMigrate } from './functions.ts'

it('the migrations make the functions and triggers that server/database/functions shows', async () => {
  const database = await freshDatabase()
  const missing = await functionsToMigrate(database.executeSql)
  await database.close()
  expect(missing, 'server/database/functions has changed: run npm run migration -- NAME').toEqual([])
})
