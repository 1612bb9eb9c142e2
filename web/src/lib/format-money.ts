const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** `R$ 1.234,56`; money is always in reais, whatever the language. */
export const formatReais = (value: number): string => reais.format(value)
