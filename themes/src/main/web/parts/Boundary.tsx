// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Component, type ReactNode } from "react";

interface BoundaryProps {
    /** Shown instead of a part of the page that fails to render. */
    readonly fallback: (error: unknown) => ReactNode;
    /** Key of the part's data: a new key renders the part again. */
    readonly of: string;
    readonly children: ReactNode;
}

interface BoundaryState {
    readonly failure: { readonly error: unknown } | undefined;
}

/** An error boundary: a part that fails does not affect the rest of the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
    override state: BoundaryState = { failure: undefined };

    static getDerivedStateFromError(error: unknown): BoundaryState {
        return { failure: { error } };
    }

    override componentDidUpdate(before: BoundaryProps): void {
        if (this.state.failure && before.of !== this.props.of) {
            this.setState({ failure: undefined });
        }
    }

    override render(): ReactNode {
        const { failure } = this.state;
        return failure ? this.props.fallback(failure.error) : this.props.children;
    }
}
