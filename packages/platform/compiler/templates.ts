interface Environment {
  readonly addTemplate: (name: string, content: string) => void
  readonly renderTemplate: (name: string, context: object) => string
}

/**
 * Templates in the place of the engine's native part, which also has Python. They are rendered under the names of plain
 * texts, else they are escaped for HTML or JSON, and import each other by their own.
 */
export const createTemplates = (load: () => unknown) => ({
  loadPythonContext: async () => ({ __type: 'PythonCtx', filters: {}, variables: {}, functions: {} }),
  newJinjaEngine() {
    let environment: Environment | undefined
    const plain: (readonly [name: string, content: string])[] = []
    const add = (name: string, content: string): void => {
      for (const each of [name, `${name}.txt`]) environment?.addTemplate(each, content)
    }
    /** Texts without tags load nothing until one with tags may include them. */
    const open = (): Environment => {
      environment ??= new (load() as { Environment: new () => Environment }).Environment()
      for (const each of plain.splice(0)) add(...each)
      return environment
    }
    return {
      loadTemplate(name: string, content: string) {
        plain.push([name, content])
        if (environment || HAS_TAGS.test(content)) open()
      },
      renderTemplate: async (name: string, context: object) =>
        open().renderTemplate(`${name}.txt`, { COMPILE_CONTEXT: context }),
    }
  },
})

/** Whether a file of a model is a template. */
export const isTemplate = (path: string, text: string): boolean =>
  /\.(?:ya?ml|jinja)$/.test(path) && HAS_TAGS.test(text)

const HAS_TAGS = /\{[{%#]/
