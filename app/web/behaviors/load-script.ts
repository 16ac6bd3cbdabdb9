/** Loads a script file and runs it. Rejects when it does not load. */
export const loadScript = (src: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
