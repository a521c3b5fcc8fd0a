// Usage: node scripts/draw/doctors.ts. Draws the portraits of the sample doctors into server/app/seed/portraits.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { doctorPortrait, type Person } from './portrait.ts'

const folder = join(import.meta.dirname, '../../server/app/seed/portraits')
const doctors: Record<string, Person & { background: string }> = {
  solheim: {
    background: '#cdf3fa',
    skin: '#f3d3bd',
    skinShade: '#e6bda2',
    hair: '#d9b36c',
    shirt: '#0fcfec',
    hairBehind: 'M150 190 C150 96 330 96 330 190 L342 330 C320 350 160 350 138 330 Z',
    hairAbove:
      'M162 214 C158 140 214 122 250 124 C300 126 322 160 318 214 C300 196 282 176 262 158 C240 184 200 196 162 214 Z',
  },
  alvarez: {
    background: '#d3f5ee',
    skin: '#d9a67e',
    skinShade: '#c48e66',
    hair: '#33261f',
    shirt: '#19d3ae',
    hairBehind: '',
    hairAbove:
      'M160 208 C146 132 196 100 246 104 C306 104 336 142 320 208 C314 184 304 170 288 164 C250 172 204 166 182 158 C170 172 164 188 160 208 Z',
    beard:
      'M182 246 C188 300 212 320 240 320 C268 320 292 300 298 246 C294 268 276 270 262 266 C250 262 230 262 218 266 C204 270 186 268 182 246 Z',
  },
  okafor: {
    background: '#e4f1f3',
    skin: '#7d4f37',
    skinShade: '#693f2a',
    hair: '#211a1a',
    shirt: '#0fcfec',
    hairBehind:
      'M240 74 C330 70 366 142 346 206 C338 242 318 250 240 250 C162 250 142 242 134 206 C114 142 150 70 240 74 Z',
    hairAbove:
      'M166 196 C156 118 200 96 240 96 C280 96 324 118 314 196 C296 166 270 156 240 156 C210 156 184 166 166 196 Z',
  },
  weber: {
    background: '#cdf3fa',
    skin: '#efc9b0',
    skinShade: '#deb094',
    hair: '#a9adb5',
    shirt: '#19d3ae',
    hairBehind: '',
    hairAbove:
      'M164 210 C156 150 176 118 240 116 C304 118 324 150 316 210 C310 176 298 156 272 152 C250 148 226 148 206 152 C182 158 170 178 164 210 Z',
    glasses: true,
  },
  tanaka: {
    background: '#d3f5ee',
    skin: '#f0cfae',
    skinShade: '#dfb78f',
    hair: '#24242c',
    shirt: '#0fcfec',
    hairBehind: 'M146 196 C140 92 340 92 334 196 L332 292 C300 306 180 306 148 292 Z',
    hairAbove:
      'M164 222 C160 138 210 120 240 120 C272 120 322 138 316 222 C314 200 310 190 306 182 L174 182 C170 190 166 200 164 222 Z',
  },
  reed: {
    background: '#e4f1f3',
    skin: '#a8714c',
    skinShade: '#935e3c',
    hair: '#2b2422',
    shirt: '#19d3ae',
    hairBehind: '',
    hairAbove:
      'M168 190 C162 134 206 112 240 112 C276 112 318 134 312 190 C302 168 296 156 284 150 C256 144 224 144 196 150 C184 156 176 168 168 190 Z',
  },
}

await mkdir(folder, { recursive: true })
for (const [name, doctor] of Object.entries(doctors)) {
  const portrait = sharp(Buffer.from(doctorPortrait(doctor, doctor.background)))
  await portrait
    .clone()
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  await portrait
    .clone()
    .resize(96)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}-small.webp`))
}
