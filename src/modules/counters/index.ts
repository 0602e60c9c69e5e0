export { counterStore, mayFollow, mayHaveValue as mayStandAt } from './store.ts';
