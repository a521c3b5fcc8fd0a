import { can } from '#contract/access/access.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { findSessionUser } from '#server/auth/store.ts'
import type { Db, Listen } from '#server/database/db.ts'
import { type DayEvents, openDayEvents } from '#server/desk/events.ts'

/** Opens the events about changed days, for callers who may read the day. */
export function openDeskEvents(db: Db): DayEvents {
  return openDayEvents({
    isPermitted: async ({ sessionId }) => {
      const user = await findSessionUser(db, sessionId)
      return user !== undefined && can(user, 'read-day')
    },
  })
}

/** Returns `listen` that publishes changed days too, after the handlers have run. */
export function publishingTo({ publish, publishAll }: DayEvents, listen: Listen): Listen {
  return (handlers, onState) =>
    listen(
      {
        ...handlers,
        booking_changed: (date) => {
          handlers.booking_changed?.(date)
          publish(formatMediumDate(date as IsoDate))
        },
        rules_changed: (payload) => {
          handlers.rules_changed?.(payload)
          publishAll()
        },
      },
      (isConnected) => {
        onState(isConnected)
        // Notifications may have been lost meanwhile.
        if (isConnected) publishAll()
      },
    )
}
