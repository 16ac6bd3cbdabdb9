import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from './vitest.config.ts'

/** The tests that StrykerJS repeats for each change: those without a database or a server. */
const projects = (config.test!.projects as TestProjectInlineConfiguration[]).filter(
  ({ test }) => test!.name === 'unit',
)

export default defineConfig({ test: { projects } })
