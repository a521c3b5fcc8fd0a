import { Blocks } from './Blocks.tsx'
import { HoursToRead } from './HoursToRead.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import { SpecialDays } from './SpecialDays.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = { Blocks, HoursToRead, PolicyForm, SpecialDays }
