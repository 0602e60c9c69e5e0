export { counterStore, mayFollow, mayHaveValue } from './store.ts';
