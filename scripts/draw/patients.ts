// Usage: node scripts/draw/patients.ts. Draws the portraits for the landing page's testimonials into
// web/pages/home/pictures.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Person, patientPortrait } from './portrait.ts'

const folder = join(import.meta.dirname, '../../web/pages/home/pictures')

const patients: Record<string, Person> = {
  nora: {
    skin: '#f3d0b9',
    skinShade: '#e3b698',
    hair: '#9c4a2b',
    shirt: '#19d3ae',
    hairBehind: 'M146 200C140 88 340 88 334 200c0 50 22 92 30 140-40 22-208 22-248 0 8-48 30-90 30-140Z',
    hairAbove: 'M163 220c-8-76 36-104 79-104 45 0 85 30 75 104-8-22-27-36-36-58-26 24-64 30-90 28-14 8-24 18-28 30Z',
  },
  samuel: {
    skin: '#8a5a3d',
    skinShade: '#744830',
    hair: '#1f1a1c',
    shirt: '#0fcfec',
    hairBehind: '',
    hairAbove: 'M167 194c-8-58 36-84 73-84s81 26 73 84c-9-20-16-32-28-39-28-7-62-7-90 0-12 7-20 19-28 39Z',
    beard: 'M178 240c4 52 32 78 62 78s58-26 62-78c-6 16-22 18-36 13-16-6-36-6-52 0-14 5-30 3-36-13Z',
  },
  elena: {
    skin: '#e8bd98',
    skinShade: '#d4a47c',
    hair: '#b3b8c2',
    shirt: '#f3d89a',
    hairBehind: 'M240 78c28 0 44 16 44 36 42 18 46 64 42 98-6 30-166 30-172 0-4-34-2-82 38-104 0-22 18-42 48-42Z',
    hairAbove: 'M164 212c-6-66 28-98 76-98s82 32 76 98c-8-32-34-52-76-64-42 12-68 32-76 64Z',
    glasses: true,
  },
}

for (const [name, patient] of Object.entries(patients)) {
  await writeFile(join(folder, `${name}.svg`), patientPortrait(patient, `Drawn portrait, ${name}`))
}
