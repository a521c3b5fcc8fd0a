import { WaitingDialog } from '#web/ui/waiting-list/WaitingDialog.tsx'
import { BookedStrip } from './BookedStrip.tsx'
import { BookingModal } from './dialog/BookingModal.tsx'
import { takeKeptDraft } from './dialog/kept-draft.ts'
import { NoOnlineBooking } from './NoOnlineBooking.tsx'

/** What the page shows after a press, or seldom: one script, fetched when a person begins to use the page. */
export const dialogs = { BookedStrip, BookingModal, NoOnlineBooking, takeKeptDraft, WaitingDialog }
