// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Component, type ReactNode } from "react";

interface BoundaryProps {
    /** What takes the place of a part of the page that cannot be drawn. */
    readonly fallback: (error: unknown) => ReactNode;
    /** What the part is drawn from: with another one it is tried again. */
    readonly of: string;
    readonly children: ReactNode;
}

interface BoundaryState {
    readonly failure: { readonly error: unknown } | undefined;
}

/** Keeps what fails in a part of a page from removing the rest. */
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
