/** A plugin class: a Nest module decorated with `@ApiGroupPlugin`. */
export type PluginClass = new (...dependencies: never[]) => object;
