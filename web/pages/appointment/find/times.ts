import { soonFor } from '#web/api/soon.ts'
import { NextTimes } from './NextTimes.tsx'
import { SoonTimes } from './SoonTimes.tsx'

/** The next free times of what a patient needs, and those in front of a finished day: one script. */
export const times = { NextTimes, SoonTimes, soonFor }
