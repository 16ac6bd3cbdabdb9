export {
  answeredReports,
  answerOpenReport,
  countOpenReports,
  openReports,
  reportById,
  type ReportRow,
} from '../store/correction-reports.server.ts'
