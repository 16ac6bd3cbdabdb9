/** Shows at once, before the framework is there, what of My List is on this device. */
import { defineKeptElements } from './offline-elements.ts'

defineKeptElements()
