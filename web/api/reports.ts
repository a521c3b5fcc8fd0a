import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ExportFile } from '#contract/report/export.ts'
import type { ReportPeriod } from '#contract/report/period.ts'
import { type ReportBlock, report } from '#contract/report/report.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'
import { fetchFile } from './http/file.ts'

/** The report of a period, beside the period before. */
export function reportOf(reader: string, period: ReportPeriod) {
  return queryOptions({
    queryKey: ['reports', reader, period],
    queryFn: async () => call('GET /reports', report, { query: period, token: await bearer(reader) }),
    placeholderData: keepPreviousData,
    meta: { adminsOnly: true },
  })
}

/** Fetches a part of a report as a CSV. @throws the server's refusal */
export async function reportCsv(reader: string, part: ReportBlock, period: ReportPeriod): Promise<Blob> {
  return fetchCsv(reader, `/reports/${part}/csv`, period)
}

/** Fetches the payments, refunds, charges or appointments of a period as a CSV. @throws the server's refusal */
export async function booksCsv(reader: string, file: ExportFile, period: ReportPeriod): Promise<Blob> {
  return fetchCsv(reader, `/exports/${file}.csv`, period)
}

async function fetchCsv(reader: string, path: string, { from, to }: ReportPeriod) {
  const headers = { Authorization: `Bearer ${await bearer(reader)}` }
  return fetchFile(`${path}?${new URLSearchParams({ from, to })}`, { headers })
}
