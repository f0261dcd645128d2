// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/**
 * Names by number: every pair of words comes up once before any comes up again with a number, in an order that the
 * seed chooses and that does not look like an order.
 */
final class SampleNames {

    private static final List<String> FIRST = List.of(
            ("Adam Agnes Aino Alba Alice Amélie Amir Ana Anders Andrea Anna Anton Arne Aurora Ava Bianca Björn Carla"
                            + " Carlos Chloé Clara Daniel Diana Diego Edith Elena Elias Elif Emil Emma Erik Eva Fatima"
                            + " Felix Finn Freya Gabriel Giulia Greta Hana Hannah Helena Hugo Ida Ines Ingrid Isabel"
                            + " Ivan Jakub Jan Johanna Jonas Josefine Julia Karin Karl Katarina Klara Lars Laura Lea"
                            + " Leila Leon Liam Lina Lucas Lucía Magnus Maja Manuel Marco Maria Marta Mateo Matilda"
                            + " Max Mehmet Mia Mila Nadia Nils Nina Noah Nora Olga Oliver Oscar Paula Pedro Petra"
                            + " Rafael Rosa Samuel Sara Sofia Stefan Tamara Teresa Theo Thomas Tomás Vera Victor Yara"
                            + " Yusuf Zoe")
                    .split(" "));

    private static final List<String> LAST = List.of(
            ("Aalto Almeida Andersen Andersson Bauer Becker Bernard Berg Bianchi Blanc Bosch Brandt Brown Bruno Byrne"
                            + " Castro Clarke Conti Costa Dahl Danek Dekker Delgado Demir Dubois Dvorak Eriksson"
                            + " Esposito Fernandes Ferrari Fischer Fontana Fournier Fuchs García Garnier Girard Gomes"
                            + " Graf Greco Gruber Gustafsson Haas Hansen Hartmann Herrera Hoffmann Horvat Hughes"
                            + " Ivanov Jansen Jensen Johansson Jones Kaiser Kaya Keller Kelly Klein Koch Kowalski"
                            + " Kraus Krüger Lambert Lang Larsen Laurent Lehmann Lehtonen Lindberg Lombardi López"
                            + " Lorenz Maier Marino Martin Martínez Mercier Meyer Moreau Moretti Murphy Müller"
                            + " Navarro Nielsen Novak Nowak O’Brien Olsen Ortega Pereira Petersen Peters Petit Pinto"
                            + " Ramos Ricci Richter Rinaldi Rossi Roux Ruiz Sanchez Santos Schmidt Schneider Schubert"
                            + " Schulz Silva Simon Smith Sousa Svensson Sørensen Taylor Torres Urban Vargas Vidal"
                            + " Virtanen Visser Vogel Wagner Walker Walsh Weber Weiss Werner Wilson Winter Wolf Wright"
                            + " Yilmaz Young Zeman Ziegler Zimmermann")
                    .split(" "));

    private static final List<String> HOUSES = List.of(
            ("Alder Amber Anchor Arbor Aspen Atlas Beacon Birch Boreal Bridge Brook Canal Cedar Cobalt Compass Copper"
                            + " Coral Crane Crescent Delta Ember Falcon Fjord Garnet Glacier Granite Harbour Harvest"
                            + " Hazel Heron Indigo Iris Juniper Kestrel Lantern Larch Linden Lumen Maple Marble"
                            + " Meadow Meridian Mill Nimbus Northern Oak Onyx Opal Orchard Osprey Pine Polar Prairie"
                            + " Quartz Raven Ridge River Rowan Saffron Sierra Silver Slate Summit Swift Tidal Timber"
                            + " Umber Valley Velvet Vista Walnut Willow Zephyr")
                    .split(" "));

    private static final List<String> TRADES = List.of(
            ("Analytics Automotive Bank Biotech Bookshops Broadcasting Builders Catering Ceramics Chemicals Clinics"
                            + " Consulting Dairy Design Diagnostics Electric Energy Engineering Events Fashion Films"
                            + " Foods Foundry Furniture Gardens Glass Hotels Insurance Instruments Knitwear Labs Legal"
                            + " Logistics Machines Marine Media Metals Motors Optics Packaging Paper Pharma Press"
                            + " Properties Rail Recycling Research Robotics Schools Security Seeds Shipping Software"
                            + " Solar Sports Steel Studios Systems Telecom Textiles Tools Toys Travel Water")
                    .split(" "));

    private SampleNames() {}

    static String firstName(long seed, int index) {
        return FIRST.get(pair(seed, index, FIRST.size() * LAST.size()) % FIRST.size());
    }

    static String lastName(long seed, int index) {
        return LAST.get(pair(seed, index, FIRST.size() * LAST.size()) / FIRST.size());
    }

    static String username(long seed, int index) {
        String name = plain(firstName(seed, index)) + "." + plain(lastName(seed, index));
        int round = index / (FIRST.size() * LAST.size());
        return round == 0 ? name : name + (round + 1);
    }

    static String organization(long seed, int index) {
        int pairs = HOUSES.size() * TRADES.size();
        int pair = pair(seed, index, pairs);
        String name = HOUSES.get(pair % HOUSES.size()) + " " + TRADES.get(pair / HOUSES.size());
        int round = index / pairs;
        return round == 0 ? name : name + " " + (round + 1);
    }

    static String alias(long seed, int index) {
        return plain(organization(seed, index));
    }

    /** A permutation of the numbers below {@code pairs}: a step that has no divisor in common with their count. */
    private static int pair(long seed, int index, int pairs) {
        long step = (long) (pairs * 0.618);
        while (greatestCommonDivisor(step, pairs) != 1) {
            step++;
        }
        return (int) Math.floorMod(index * step + seed, (long) pairs);
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** Lower-case ASCII letters, digits and hyphens. */
    private static String plain(String name) {
        String letters = name.replace("ø", "o").replace("Ø", "O").replace("’", "");
        return Normalizer.normalize(letters, Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .replace(' ', '-')
                .toLowerCase(Locale.ROOT);
    }
}
