import { FeedAddress } from '#web/ui/appointment/FeedAddress.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { PersonalData } from './PersonalData.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Yourself } from './Yourself.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = { ChangePassword, FeedAddress, PersonalData, SecondFactor, Yourself }
