/** The generator alone in a module of its own, so that a bundler leaves it out of what never draws. */
export { default as arc4 } from 'seedrandom'
