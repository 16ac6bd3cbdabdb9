export { accountFigures } from '../store/admin-figures.server.ts'
