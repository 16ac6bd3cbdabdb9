export { countAccounts } from '../store/count-accounts.server.ts'
