import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
import { staffMember } from '../support/staff.ts'
import { test } from '../support/test.ts'

const head = 'Name,Birth date,Email,Phone,Patient number'
const faultyAt = new Set([7, 45, 88, 133, 180, 222, 269, 310, 356, 401, 447, 499])

/** Returns 500 patients, of whom twelve have a wrong birth date unless the file is corrected. */
function patients(prefix: string, isCorrected: boolean): Buffer {
  const rows = Array.from({ length: 500 }, (_, i) => {
    const date = faultyAt.has(i) && !isCorrected ? '31.02.1980' : `1980-01-${String((i % 28) + 1).padStart(2, '0')}`
    return `${prefix}${i} Sample,${date},${prefix.toLowerCase()}${i}@example.org,212 555 ${String(i).padStart(4, '0')},${prefix}${i}`
  })
  return Buffer.from([head, ...rows, ''].join('\r\n'))
}

async function readFile(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
}

test('500 patients with 12 faulty rows are imported, corrected and taken back', async ({ page, server }, {
  project,
}) => {
  test.setTimeout(180_000)
  const prefix = `Im${project.name.replace(/\W/g, '')}`
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/patients')
  await page.getByRole('link', { name: 'Import patients' }).click()
  await expect(page).toHaveURL(/\/dashboard\/patients\/import$/)
  await readFile(page, 'patients.csv', patients(prefix, false))
  await axe(page)
  await expect(page.getByLabel('Patient number')).toHaveValue('oldId')
  await shoot(page, 'import-columns')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('heading', { name: '488 of 500 rows will be imported' })).toBeVisible()
  await expect(page.getByText('“31.02.1980” is no date; write it like 1984-12-31')).toHaveCount(12)
  await expect(page.getByText('Row 9', { exact: true })).toBeVisible()
  await axe(page)
  await shoot(page, 'import-checked')

  // Corrected, the file is whole.
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await readFile(page, 'corrected.csv', patients(prefix, true))
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 500 patients' }).click()
  await expect(page.getByRole('heading', { name: '500 patients imported' })).toBeVisible({ timeout: 60_000 })
  await axe(page)
  await shoot(page, 'import-imported')

  // A reload shows it in the list, from where it is taken back.
  await page.reload()
  await page.getByRole('button', { name: 'Show corrected.csv' }).first().click()
  await page.getByRole('button', { name: 'Take back' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .last()
    .getByRole('button', { name: 'Take back' })
    .click()
  await expect(page.getByRole('heading', { name: 'The import was taken back' })).toBeVisible({ timeout: 60_000 })
  await shoot(page, 'import-undone')
})

/** 200 rows, 12 of them twice, in Windows-1251 and with dates that can be read in both ways. */
function cyrillic(prefix: string): Buffer {
  const rows = Array.from({ length: 200 }, (_, i) => {
    const at = i < 188 ? i : i - 188
    return `${prefix}${at} \xcf\xe5\xf2\xf0\xee\xe2,0${(at % 9) + 1}/${String(((at + 1) % 9) + 1).padStart(2, '0')}/1980,${at === 3 ? 'nobody' : ''}`
  })
  return Buffer.from(['Name,Birth date,Email', ...rows, ''].join('\r\n'), 'latin1')
}

test('the encoding is chosen by the names, the order of dates by examples, and the button says what is imported', async ({
  page,
  server,
}, { project }) => {
  test.setTimeout(120_000)
  const prefix = `Cy${project.name.replace(/\W/g, '')}`
  await signInAs(page, server, await demoAdmin(server))
  await page.goto('/dashboard/patients/import')
  await page.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByText('Choose a file.', { exact: true })).toBeVisible()
  await readFile(page, 'cyrillic.csv', cyrillic(prefix))
  await expect(page.getByText(`${prefix}0 Ïåòðîâ`, { exact: true })).toBeVisible()
  await page.getByLabel('If not, choose how the file is encoded').selectOption('Windows-1251 (Cyrillic)')
  await expect(page.getByText(`${prefix}0 Петров`, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Say whether the day or the month comes first.' }),
  ).toBeVisible()
  const dayFirst = page.getByRole('radio', { name: 'The day comes first 01/02/1980 is Feb 1, 1980' })
  await expect(page.getByRole('radio', { name: 'The month comes first 01/02/1980 is Jan 2, 1980' })).not.toBeChecked()
  await axe(page)
  await shoot(page, 'import-questions')
  await dayFirst.check()
  await page.getByRole('button', { name: 'Check the rows' }).click()

  await expect(page.getByRole('heading', { name: '188 of 200 rows will be imported' })).toBeVisible()
  await expect(page.getByText('2 rows are imported without a detail that can’t be read')).toBeVisible()
  await axe(page)
  await shoot(page, 'import-partial')
  await page.getByLabel('Same name and birth date: 12 rows').selectOption('Fill empty fields of the patient')
  await expect(page.getByRole('button', { name: 'Import 188 patients' })).toBeVisible()
  await page.getByLabel('Same name and birth date: 12 rows').selectOption('Add them anyway')
  await expect(page.getByRole('button', { name: 'Import 200 patients' })).toBeVisible()
  await page.getByLabel('Same name and birth date: 12 rows').selectOption('Skip these rows')
  await page.getByRole('button', { name: 'Import 188 patients' }).click()
  await expect(page.getByRole('heading', { name: '188 patients imported' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: `${prefix}3 Петров` }).click()
  await expect(page.getByRole('heading', { name: `${prefix}3 Петров` })).toBeVisible()
})

test('a clinic without patients is led to the import', async ({ page, server }) => {
  await signInAs(page, server, await demoAdmin(server))
  await page.route(/\/desk\/patients\/list\?/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await page.goto('/dashboard/patients')
  await expect(page.getByText('No patients yet')).toBeVisible()
  await shoot(page, 'patients-none')
  await page.getByRole('link', { name: 'Import patients' }).last().click()
  await expect(page.getByRole('heading', { name: 'Import patients' })).toBeVisible()
})

test('only roles that may import patients have links to it', async ({ page, server }) => {
  await signInAs(page, server, await staffMember(server, 'receptionist', 'Rio Nolink'))
  for (const address of ['/dashboard/patients', '/dashboard/patients?search=zzzzzz']) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Add patient' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import patients' })).toHaveCount(0)
  }
})
