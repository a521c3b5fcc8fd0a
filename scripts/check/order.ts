/** The folders of `server/` in order: each imports those to its left (docs/decisions/0069). */
export const order: readonly string[] = [
  // Foundations.
  ...['config', 'start', 'database', 'http', 'access', 'jobs', 'icalendar', 'mail', 'site', 'telemetry'],
  // Features.
  ...['audit', 'auth', 'user', 'patient', 'staff', 'photo', 'clinic', 'set-up', 'doctor', 'calendar', 'booking'],
  ...['payment', 'text-message', 'outside-service', 'appointment', 'message', 'recall'],
  ...['calendar-change', 'desk', 'waiting-list', 'record', 'report', 'patient-import', 'privacy', 'backup'],
  'demo',
  // It opens connections, caches and jobs, and hands them on.
  'app',
]
