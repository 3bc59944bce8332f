/** Energy mode of the whole machine: `low` slows the processor to spare the battery or the ears. */
export type PowerMode = 'normal' | 'low' | 'high'
