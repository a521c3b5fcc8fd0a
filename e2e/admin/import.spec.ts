import { expect, type Page } from '@playwright/test'
import { axe } from '../support/axe.ts'
import { demoAdmin, signInAs } from '../support/people.ts'
import { shoot } from '../support/shots.ts'
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
  await page.goto('/dashboard/patients/import')
  await readFile(page, 'patients.csv', patients(prefix, false))
  await axe(page)
  await expect(page.getByLabel('Patient number')).toHaveValue('oldId')
  await shoot(page, 'import-columns')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('heading', { name: '488 of 500 rows can be imported' })).toBeVisible()
  await expect(page.getByText('“31.02.1980” is no date; write it like 1984-12-31')).toHaveCount(12)
  await expect(page.getByText('Row 9', { exact: true })).toBeVisible()
  await axe(page)
  await shoot(page, 'import-checked')

  // Corrected, the file is whole.
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await readFile(page, 'corrected.csv', patients(prefix, true))
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 500 rows' }).click()
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
