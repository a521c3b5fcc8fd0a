import { afterAll, beforeAll, expect, it } from 'vitest'
import { doctor } from '#server/database/schema/doctor.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addDoctor } from '#server/testing/calendar/doctors.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ pages: true })
})
afterAll(() => server.close())

const pageOf = async (cookie = '') =>
  (await server.app.inject({ url: '/dentists', headers: { accept: 'text/html', cookie } })).body
const cardsOf = (page: string) => page.match(/<li data-each[\s\S]*?<\/li>/g) ?? []

it('says so if the clinic has no dentists', async () => {
  await server.database.db.delete(doctor)
  await expect.poll(async () => cardsOf(await pageOf())).toEqual([])
  expect(await pageOf()).toContain('Our team chooses your dentist')
})

it('has a card for each dentist, without what the clinic does not say, and escapes what it does', async () => {
  const { db } = server.database
  const ida = await addDoctor(db, { name: 'Dr. Ida <b>Holm</b>', specialty: 'Teeth Cleaning' })
  await addDoctor(db, { name: 'Dr. Oskar Brandt', specialty: 'Oral Surgery' })
  await db.update(doctor).set({ languages: 'English & Danish' })
  for (const cookie of ['', 'clinic.session_token=x']) {
    await expect.poll(async () => cardsOf(await pageOf(cookie))).toHaveLength(2)
    const [first = ''] = cardsOf(await pageOf(cookie))
    expect(first).toContain('Dr. Ida &lt;b&gt;Holm&lt;/b&gt;')
    expect(first).toContain('English &amp; Danish')
    expect(first).toContain(`href="/appointment?doctor=${ida}"`)
    // The picture is hosted elsewhere, where public pages load none.
    expect(first).not.toContain('<img')
    expect(first).not.toContain('eachSentence')
  }
  expect(await pageOf()).not.toContain('{{')
  expect(await pageOf()).not.toContain('Our team chooses')
})

it('is the only page with the dentists in its data', async () => {
  const { body } = await server.app.inject({ url: '/login', headers: { accept: 'text/html' } })
  expect(body).not.toContain('Oskar')
})
